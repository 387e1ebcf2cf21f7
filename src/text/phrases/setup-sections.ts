type Words = {
  readonly title: string;
  /** By value, what it means; none where anything that fits is taken. */
  readonly values: Readonly<Record<string, string>>;
};

const yesOrNo = { true: "yes", false: "no" };

/** The questions of `hermes setup` about settings, by key. */
export const sectionPhrases = {
  "terminal.backend": {
    title: "Where do commands run?",
    values: {
      auto: "behind walls where bubblewrap works, else here",
      local: "here, without walls: dangerous commands ask first",
      bubblewrap: "always behind walls",
      docker: "in a container",
      ssh: "on another machine",
    },
  },
  "terminal.sandbox_network": { title: "May commands behind walls use the network?", values: yesOrNo },
  "terminal.timeout": { title: "After how many seconds is a command stopped?", values: {} },
  "approvals.mode": {
    title: "Who decides about dangerous commands?",
    values: {
      manual: "you are asked",
      smart: "a second model decides, and asks you when in doubt",
      off: "nobody: only the hard floor holds",
    },
  },
  "approvals.edits": {
    title: "May files of the project be changed?",
    values: {
      allow: "at once",
      ask: "after you have seen the difference",
      plan: "no: it may only read and plan",
    },
  },
  "checkpoints.enabled": {
    title: "Are files kept as they were before a change?",
    values: { auto: "where git is installed", ...yesOrNo },
  },
  "agent.max_turns": { title: "How many model calls may one question take? (none: no limit)", values: {} },
  "agent.reasoning_effort": {
    title: "How hard does the model think?",
    values: { "": "as it does by itself", none: "", minimal: "", low: "", medium: "", high: "", xhigh: "", max: "" },
  },
  "agent.max_cost_usd": { title: "How many US$ may a session spend? (0: no limit)", values: {} },
} as const satisfies Readonly<Record<string, Words>>;
