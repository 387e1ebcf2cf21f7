/** What the screen of `hermes plugins` says. */
export const pluginScreenPhrases = {
  general: "Plugins",
  noGeneral: "  none is installed; `hermes plugins install` fetches one",
  providers: {
    engine: "Context engine (exactly one)",
    memory: "Memory provider (exactly one, beside the built-in memory)",
  },
  keys: "up/down move · space chooses · tab next part · enter saves · esc changes nothing",
  optionName: (name: string) => (name === "" ? "none" : name),
  builtIn: "built in",
  notInstalled: "not installed",
  unchanged: "Nothing was changed.",
  saved: (path: string) => `Saved to ${path}; it counts from the next session on.`,
  switchedOn: (id: string) => `${id} is enabled`,
  switchedOff: (id: string) => `${id} is disabled`,
  engineIs: (name: string) => `the context engine is ${name}`,
  memoryIs: (name: string) => (name === "" ? "no memory provider is used" : `the memory provider is ${name}`),
} as const;
