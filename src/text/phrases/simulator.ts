/** What the offline model says. It never pretends to be more than rules. */
export const simulatorPhrases = {
  introduction:
    "I am the offline demonstration, not an AI: a few fixed rules that call the tools of this session. " +
    'I understand "list the files in X", "read X", "run `command`", "search for X in Y", "write X with …" and ' +
    '"remember that …", also several joined by "then".',
  howToConnect:
    "For a real model set a key, for example `hermes config set ANTHROPIC_API_KEY …` or `hermes config set OPENAI_API_KEY …`, " +
    "and choose the model with `hermes config set model.default …`.",
  listing: (path: string) => `Listing the files in ${path}.`,
  reading: (path: string) => `Reading ${path}.`,
  running: (command: string) => `Running \`${command}\`.`,
  searching: (pattern: string, path: string) => `Searching for "${pattern}" in ${path}.`,
  writing: (path: string) => `Writing ${path}.`,
  remembering: "Putting that into memory.",
  toolMissing: (what: string) => `${what} That needs a tool that this session does not offer, so nothing was done.`,
  notUnderstood: (words: string) => `I have no rule for "${words}", so I left that out.`,
  notTried: (what: string) => `${what} Not tried, because the step before it failed.`,
  failed: (what: string, problem: string) => `${what} That did not work: ${problem}`,
  quoted: (what: string, lines: string) => `${what} This came back:\n\n${lines}`,
  nothingCameBack: (what: string) => `${what} Done; there was nothing to show.`,
  moreLines: (count: number) => (count === 1 ? "… (one more line)" : `… (${count} more lines)`),
  exitCode: (code: number) => `the command ended with exit code ${code}`,
  signature: "(Offline demonstration, not an AI.)",
} as const;
