/** What `hermes tools` says. */
export const toolSwitchPhrases = {
  title: (platform: string) => `Tools on ${platform}`,
  keys: "up and down choose, space switches, Enter saves, Esc leaves all as it is",
  unknown: (name: string, near: string | null) =>
    near === null
      ? `there is no tool or set "${name}". See hermes tools list`
      : `there is no tool or set "${name}", did you mean "${near}"?`,
  overruled: (name: string) =>
    `${name} is decided by agent.disabled_toolsets or agent.disabled_tools; change those with hermes config`,
  switched: (names: readonly string[], isOn: boolean, platform: string) =>
    `${isOn ? "On" : "Off"} on ${platform} from the next session on: ${names.join(", ")}`,
  alwaysFound: "Tools of MCP servers are not listed in requests but found by tool_search (tools.tool_search.enabled)",
  foundAbove: (percent: number) =>
    `Tools of MCP servers are found by tool_search instead of listed when they weigh more than ${percent}% of the window (tools.tool_search)`,
  unchanged: "Nothing was changed.",
};
