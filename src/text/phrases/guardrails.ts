/** Why a turn was ended that went in circles; the person and the model read the same sentence. */
export const guardrailPhrases = {
  exact_failure: (tool: string) => `Stopped: the same call of ${tool} failed too often, and it was not tried again.`,
  same_tool_failure: (tool: string) => `Stopped: ${tool} failed too often in this turn.`,
  idempotent_no_progress: (tool: string) =>
    `Stopped: the same call of ${tool} gave the same result too often, and it was not made again.`,
  web_search: (tool: string) => `Stopped: ${tool} was called as often as one turn may.`,
  subagents: (tool: string) => `Stopped: ${tool} was called as often as one turn may.`,
} as const;
