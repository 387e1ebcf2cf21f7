/** What `hermes prompt-size` prints. */
export const promptSizePhrases = {
  title: (model: string, provider: string, platform: string) =>
    `What every request to ${model} at ${provider} begins with (${platform}). Tokens are estimated.`,
  columns: ["tokens", "chars", "bytes"],
  prompt: "system prompt",
  tools: "tool schemas",
  total: "total",
  noModel: "No model is configured; this is for the offline demonstration model.",
  notAsked: (provider: string) => `Not counted: what the memory provider ${provider} adds. It was not asked.`,
  serversNotAsked: (servers: number, percent: number | null) =>
    `Not counted: the tools of ${servers} MCP ${servers === 1 ? "server" : "servers"}, not started for this; hermes mcp test counts them.${percent === null ? "" : ` ${found(percent)}`}`,
  instructionsNotAsked: (names: readonly string[]) =>
    `Not counted: the layer servers, with the instructions of ${names.join(", ")}; hermes mcp test counts them.`,
  unknownPlatform: (name: string, near: string | null, known: readonly string[]) =>
    `Unknown platform: ${name}. ${near === null ? `Known: ${known.join(", ")}.` : `Did you mean ${near}?`}`,
};

function found(percent: number): string {
  const when = percent === 0 ? "They" : `Above ${percent}% of the window they`;
  return `${when} are found by tool_search, which takes about 150 tokens instead.`;
}
