type Figures = {
  readonly activity: string;
  readonly elapsedMs: number;
  readonly tokens: number;
  readonly costUsd?: number | null;
};

/** What is said about children and sessions that work beside the conversation. */
export const agentsPhrases = {
  summary: "show who works for you; stop or steer one of them",
  usage: "[stop <id> | steer <id> <text>]",
  children: "Children:",
  background: "In the background:",
  queue: "Waiting to be sent:",
  nobody: "nobody works for you at the moment",
  child: (number: number, id: string, goal: string) => `${number}  ${id}  ${goal}`,
  work: (id: string, sessionId: string, prompt: string) => `${id}  ${sessionId}  ${prompt}`,
  figures: ({ activity, elapsedMs, tokens, costUsd = null }: Figures) =>
    [
      activity,
      `${Math.round(elapsedMs / 1_000)} s`,
      `${tokens} tokens`,
      ...(costUsd === null ? [] : [`$${costUsd.toFixed(4)}`]),
    ].join(" · "),
  unknown: (given: string) => `nobody at work is called "${given}"; /agents lists them`,
  ambiguous: (given: string, ids: readonly string[]) => `"${given}" could be ${ids.join(", ")}`,
  stopped: (id: string) => `${id} is told to stop`,
  steered: (id: string) => `${id} hears it with its next tool result`,
  deaf: (id: string) => `${id} takes no words any more`,
  backgroundSummary: "let a separate session work on something beside this one",
  noBackground: "sessions cannot run in the background here",
  tooMany: "too many sessions run in the background already; /agents lists them",
  notStarted: (why: string) => `it could not be started: ${why}`,
  started: (id: string, sessionId: string) => `${id} works on it in session ${sessionId}; /agents shows how far it is`,
  label: (id: string, prompt: string) => `${id} in the background: ${prompt}`,
  labelBelow: (id: string, goal: string) => `${id} in the background, its subtask: ${goal}`,
  done: (id: string, sessionId: string, seconds: number) => `${id} is done after ${seconds} s (session ${sessionId})`,
  interrupted: (id: string, sessionId: string) => `${id} was stopped (session ${sessionId})`,
  failed: (id: string, sessionId: string, why: string) => `${id} failed: ${why} (session ${sessionId})`,
  unheard: (id: string, text: string) => `${id} was done before it could hear: ${text}`,
  noticed: (id: string, text: string) => `${id}: ${text}`,
  stillWork: (prompts: readonly string[]) =>
    prompts.length === 1
      ? `A session still works in the background: ${prompts[0] ?? ""}`
      : `${prompts.length} sessions still work in the background: ${prompts.join("; ")}`,
  endThem: "stop and leave",
  stay: "stay here",
};
