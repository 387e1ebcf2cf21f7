type UsageFacts = {
  readonly calls: number;
  readonly tools: number;
  readonly prompt: number;
  readonly output: number;
  readonly share: number;
  readonly costUsd: number | null;
  readonly compressions: number;
};

type ToolNames = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
};

function changes({ added, removed, changed }: ToolNames): string {
  return `tools ${[...part("added", added), ...part("removed", removed), ...part("changed", changed)].join("; ")}`;
}

function part(word: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${word}: ${names.join(", ")}`];
}

/** What slash commands say, on every surface. */
export const slashPhrases = {
  unknown: (typed: string, near: string | null) =>
    near === null ? `there is no /${typed}; /help lists the commands` : `there is no /${typed}, did you mean /${near}?`,
  ambiguous: (typed: string, names: readonly string[]) =>
    `/${typed} could be ${names.map((name) => `/${name}`).join(", ")}`,
  busy: (name: string) => `/${name} has to wait until the turn is over`,
  usage: (name: string, usage: string) => `usage: /${name} ${usage}`,
  tooLong: (name: string, most: number) => `/${name} takes at most ${most} characters; put more into a file`,
  initSummary: "have AGENTS.md written for this project, or brought up to date",
  initShown: (notes: string) => `Write AGENTS.md${notes === "" ? "" : `: ${notes}`}`,
  takesNothing: (name: string) => `usage: /${name}`,
  groups: {
    session: "Sessions",
    turn: "Turns",
    figures: "Figures",
    model: "Model",
    abilities: "Tools and knowledge",
    permissions: "Permissions",
    files: "Files",
    display: "Display",
    program: "Program",
    own: "Your own and of plugins",
  },
  needsText: (name: string) => `/${name} needs a text`,
  helpSummary: "list the commands",
  noSuchHelp: (text: string) => `no command mentions "${text}"`,
  newSummary: "end this session and start a fresh one",
  confirmNew: "Start a fresh session? This one stays stored.",
  yes: "yes",
  no: "no",
  always: "always",
  clearSummary: "clear the screen and start a fresh session",
  branchSummary: "go on in a copy of this session; the original stays as it is",
  nothingToBranch: "there is nothing to branch yet",
  historySummary: "show the last exchanges of this conversation",
  nothingSaid: "nothing was said yet",
  calledTool: (name: string) => `  · ${name}`,
  undoSummary: "take back the last turns; their text comes back into the line",
  confirmUndo: (turns: number) => `Take back ${turns === 1 ? "the last turn" : `the last ${turns} turns`}?`,
  cannotUndo: "turns of this session cannot be taken back",
  retrySummary: "take back the last answer and ask again",
  noQuestion: "there is no question to ask again",
  saveSummary: "write this session to a file",
  saveFormats: (endings: readonly string[]) => `the name of the file has to end in ${endings.join(", ")}`,
  fileExists: (path: string) => `${path} exists; /save with --yes behind the name replaces it`,
  saved: (path: string) => `written to ${path}`,
  copySummary: "copy an answer to the clipboard, 1 is the last",
  copied: (number: number) => (number === 1 ? "the last answer is copied" : `answer ${number} from the end is copied`),
  noAnswer: (count: number) => (count === 0 ? "there is no answer to copy" : `there are only ${count} answers`),
  diffSummary: "show changes: all, staged ones, or those of this session",
  noChanges: "nothing has changed",
  noGit: (why: string) => `no changes can be shown: ${why || "git did not run"}`,
  noSessionChanges: "no checkpoint knows of a change in this session",
  moreLines: (count: number) => `… ${count} more lines`,
  rollbackSummary: "list checkpoints, or put files back as they were",
  undoToo: (done: string) => `${done}\nTake back the last turn as well?`,
  kept: "nothing was changed",
  resumeSummary: "go on with another session",
  sessionsSummary: "list the latest sessions, or search in all that was said",
  nothingFound: (query: string) => `nothing was found for "${query}"`,
  noSessions: "there are no other sessions yet",
  whichSession: "Which session?",
  noSuchSession: (reference: string) => `no session matches "${reference}"`,
  severalSessions: (reference: string, lines: readonly string[]) =>
    [`several sessions match "${reference}":`, ...lines].join("\n"),
  alreadyHere: "that is the session you are in",
  untitled: "untitled",
  messages: (count: number) => (count === 1 ? "1 message" : `${count} messages`),
  stopSummary: "stop the running turn; idle or with --bg, also what runs in the background",
  endedBackground: (commands: readonly string[]) => `ended in the background: ${commands.join("; ")}`,
  busySummary: "show or set what Enter does while a turn runs",
  busyMode: (mode: string) => `while a turn runs, Enter means: ${mode}`,
  noScreen: (name: string) => `/${name} is about a screen, and there is none here`,
  reasoningSummary: "what is shown of the model's thinking, and how hard it thinks",
  reasoningView: {
    clamped: "thinking is shown, the first lines of it",
    hidden: "thinking is not shown",
    full: "thinking is shown whole",
  },
  effortIs: (effort: string) => `reasoning effort from the next turn on: ${effort}`,
  verboseSummary: "how much is shown of tools; without a word the next step",
  toolView: {
    off: "tools are not shown",
    new: "a tool is shown when another one begins",
    all: "every tool call is shown",
    verbose: "every tool call is shown with what it was given and how its result begins",
  },
  statusBarSummary: "show or hide the status bar",
  timestampsSummary: "show or hide when messages were sent",
  switched: (name: string, isOn: boolean) => `/${name}: ${isOn ? "on" : "off"}`,
  imageSummary: "attach an image file to the next message",
  pasteSummary: "attach the image in the clipboard to the next message",
  personalitySummary: "how the model speaks: a name from the settings, or none",
  personalities: (names: readonly string[]) =>
    names.length === 0
      ? "there are no personalities; put some under agent.personalities in the settings"
      : `personalities: ${names.join(", ")}, none`,
  noPersonalities: "personalities cannot be changed here",
  noSuchPersonality: (name: string, names: readonly string[]) =>
    `there is no personality "${name}"${names.length === 0 ? "" : `; there are ${names.join(", ")}`}`,
  personalityIs: (name: string | null) =>
    name === null ? "no personality from the next turn on" : `personality from the next turn on: ${name}`,
  nothingRuns: "nothing is running",
  queueSummary: "send this after the running turn",
  steerSummary: "tell the running turn something",
  steered: "it goes along with the next tool result",
  exitSummary: "leave; --delete also deletes this conversation",
  confirmDelete: "Leave and delete this conversation for good?",
  titleSummary: "show or set the title of this session",
  titleIs: (title: string | null) => (title === null ? "this session has no title" : `the title is "${title}"`),
  emptyTitle: "a title needs letters",
  longTitle: (most: number) => `a title has at most ${most} characters`,
  titleTooEarly: "a session can be named once its first message was sent",
  titleTaken: (title: string, holder: string | null) =>
    holder === null ? `"${title}" is taken by another session` : `"${title}" is taken by session ${holder}`,
  compressSummary: "shorten the history now, keeping what the topic needs",
  cannotCompress: "this session cannot be compressed on request",
  planSummary: "only plan: nothing may be changed",
  editsMode: (mode: string) => `edits: ${mode}`,
  yoloSummary: "run flagged commands without asking, in this session",
  yoloOn: "YOLO is on: flagged commands run without asking. The hard floor stays.",
  yoloOff: "YOLO is off: flagged commands ask again.",
  approvalsSummary: "show or set how permissions are given",
  approvals: (mode: string, edits: string, grants: readonly string[]) =>
    `approvals: ${mode}, edits: ${edits}${grants.length === 0 ? "" : `, allowed in this session: ${grants.join(", ")}`}`,
  confirmOff: "Switch approvals off for good? Flagged commands would run without asking, in every session.",
  modelSummary: "show or switch the model: of this session, of the next turn, or for good",
  modelIs: (model: string, provider: string) => `model: ${model} (${provider})`,
  modelSwitched: (model: string, provider: string) =>
    `from now on ${model} (${provider}); the prompt cache starts anew`,
  modelOnce: (model: string, provider: string, back: string) =>
    `for the next turn ${model} (${provider}), then ${back} again; the prompt cache starts anew both times`,
  toolsSummary: "list the tools of this session, or switch some on and off",
  toolsStay: "the tools of this session stay as they are",
  toolsSame: "this session has the same tools as before",
  toolsChanged: (change: ToolNames) => `${changes(change)}; the prompt cache starts anew`,
  searchChanged: (change: ToolNames) => `${changes(change)}; they are found by search, and the prompt cache stays`,
  reloadMcpSummary: "ask the servers for their tools again",
  reloadSkillsSummary: "look for skills again",
  reloadSummary: "look for skills and tools of servers again",
  noServers: "no server is configured for this session; new ones come with the next session",
  confirmTools: (change: ToolNames) =>
    `Take another list of tools? The prompt cache would start anew. (${changes(change)})`,
  toolsKept: "the tools of this session stay as they were",
  noSkillsHere: "this session has no skills to look for",
  skillsAgain: (count: number) =>
    `${count} ${count === 1 ? "skill" : "skills"}; the list in the prompt follows with the next session or compression`,
  toolsetsSummary: "list the sets of tools and which are on",
  pluginsSummary: "list the plugins and what of them loads",
  mcpSummary: "list the servers that bring tools, and how they are doing",
  serversHere: "in this session:",
  serverIs: (name: string, state: string) => `  ${name}  ${state}`,
  configSummary: "show what differs from the defaults, or one setting",
  profileSummary: "show the profile in use",
  versionSummary: "show versions",
  versions: (
    own: string,
    { node = "", sqlite = "" }: Readonly<Record<string, string | undefined>>,
    os: string,
    arch: string,
  ) => `hermes ${own}, Node ${node}, SQLite ${sqlite}, ${os} ${arch}`,
  tools: (toolsets: readonly string[], tools: readonly string[]) =>
    `tool sets: ${toolsets.join(", ")}\ntools (${tools.length}): ${tools.join(", ")}`,
  foundBySearch: (count: number, savedTokens: number) =>
    `${count} ${count === 1 ? "tool" : "tools"} of servers ${count === 1 ? "is" : "are"} found by search: about ${savedTokens} tokens less in every request`,
  searchable: (names: readonly string[], more: number) =>
    `  ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}`,
  skillsSummary: "list the skills",
  memorySummary: "show the memory, review what waits to be remembered",
  statusSummary: "show session, model and usage",
  sessionIs: (id: string, title: string | null) => `session: ${id}${title === null ? "" : ` "${title}"`}`,
  runningState: (isBusy: boolean) => (isBusy ? "a turn is running" : "no turn is running"),
  lastQuestion: (text: string) => `last question: ${text}`,
  lastAnswer: (text: string) => `last answer: ${text}`,
  folderIs: (cwd: string) => `folder: ${cwd}`,
  usageSummary: "show tokens, cost and cache use of this session",
  noUsage: "nothing was used yet",
  usageIs: ({ calls, tools, prompt, output, share, costUsd, compressions }: UsageFacts) =>
    [
      `${calls} model ${calls === 1 ? "call" : "calls"}, ${tools} tool ${tools === 1 ? "call" : "calls"}`,
      `${prompt} tokens in (${share}% from cache), ${output} out`,
      `cost: ${costUsd === null ? "unknown" : `$${costUsd.toFixed(4)}`}`,
      ...(compressions === 0 ? [] : [`compressed ${compressions} times`]),
    ].join("\n"),
} as const;
