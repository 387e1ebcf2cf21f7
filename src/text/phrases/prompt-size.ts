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
  unknownPlatform: (name: string, near: string | null, known: readonly string[]) =>
    `Unknown platform: ${name}. ${near === null ? `Known: ${known.join(", ")}.` : `Did you mean ${near}?`}`,
};
