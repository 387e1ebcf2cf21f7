/** What the command line says about itself: wrong arguments, and the frame of the help. */
export const cliPhrases = {
  unknownCommand: (name: string, under: string, near: string | null, known: readonly string[]) =>
    near === null
      ? `unknown command "${name}"; there are ${known.join(", ")}. See ${under} --help`
      : `unknown command "${name}", did you mean "${near}"? See ${under} --help`,
  unknownFlag: (flag: string, under: string, near: string | null) =>
    `unknown flag ${flag}${near === null ? "." : `, did you mean ${near}?`} See ${under} --help`,
  unknownChoice: (word: string, under: string, near: string | null, known: readonly string[]) =>
    near === null
      ? `unknown word "${word}"; there are ${known.join(", ")}. See ${under} --help`
      : `unknown word "${word}", did you mean "${near}"? See ${under} --help`,
  flagNeedsValue: (flag: string) => `${flag} needs a value; one that starts with a dash is written ${flag}=VALUE`,
  flagTakesNoValue: (flag: string) => `${flag} takes no value`,
  notAChoice: (flag: string, choices: readonly string[]) => `${flag} must be one of: ${choices.join(", ")}`,
  notANumber: (flag: string, whole: boolean) => `${flag} must be a ${whole ? "whole number" : "number"} above 0`,
  missingArgument: (under: string, usage: string) => `missing argument. Usage: ${under} ${usage}`,
  tooManyArguments: (under: string, usage: string) =>
    `too many arguments (put quotes around text with spaces). Usage: ${under} ${usage}`.trimEnd(),
  commandMissing: (under: string, names: readonly string[]) => `${under} needs a command: ${names.join(", ")}`,
  bothGiven: (one: string, other: string) => `${one} and ${other} exclude each other`,
  needsAlso: (flag: string, other: string) => `${flag} works only together with ${other}`,
  prefillUnreadable: (path: string, reason: string) => `${path} gives no messages to start with: ${reason}`,
  endedProcesses: (commands: readonly string[]) =>
    `hermes: ended ${commands.length === 1 ? "a background process" : `${commands.length} background processes`}: ${commands.map((command) => command.replaceAll(/\s+/g, " ").slice(0, 80)).join("; ")}`,
  warning: (message: string) => `hermes: warning: ${message}`,
  internalError: (message: string) => `hermes: internal error: ${message}`,
  outputLost: (code: string) => `the output could not be written (${code})`,
  noSuchFolder: (path: string) => `no such folder: ${path}`,
  resumeNeedsReference: "--resume needs a session: an id, a title or latest. See hermes sessions list",
  noSuchSession: (reference: string) => `no session matches "${reference}". See hermes sessions list`,
  severalSessions: (reference: string, lines: readonly string[]) =>
    [`several sessions match "${reference}":`, ...lines].join("\n"),
  sessionReadOnly: (reference: string) =>
    `session ${reference} was compressed and can only be read: resume without --exact, or add --fork`,
  error: (message: string) => `hermes: ${message}\n`,
  usage: "Usage:",
  anyFlags: "[flags]",
  anyCommand: "<command>",
  maybeCommand: "[command]",
  commands: "Commands",
  pluginCommands: "Commands of plugins",
  flags: "Flags",
  globalFlags: "Flags of every command",
  defaultCommand: (name: string) => `Without a command: ${name}.`,
  moreHelp: (under: string) => `${under} <command> --help says more.`,
  choices: (values: readonly string[]) => `one of ${values.join(", ")}`,
  repeatable: "may be repeated",
};
