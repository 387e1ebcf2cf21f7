const reasons: Readonly<Record<string, string>> = {
  no_provider: "no model for summaries is configured; set auxiliary.compression.model",
  auth: "the provider refused the key or the account; check it with `hermes doctor`",
  timeout: "the summary took too long",
  transient: "the model for summaries could not be reached",
  empty: "the model sent an empty summary",
  rejected: "the model sent no usable summary",
  would_grow: "the summary would have been longer than what it replaces",
  invalid: "the shortened conversation would not have been complete",
  cancelled: "it was cancelled",
  exhausted: "even the shortest form is longer than the model takes",
};

const parts: Readonly<Record<string, string>> = {
  system: "the system prompt",
  tools: "the tool schemas",
  head: "the first exchange",
  tail: "the part that stays (compression.target_ratio)",
};

export const contextPhrases = {
  notCompressed: (reason: string, message: string) =>
    `The conversation was not compressed: ${reasons[reason] ?? reason}${message === "" ? "" : ` (${message})`}. Nothing was lost.`,
  nothingToCompress: "There is nothing to compress yet: the first exchange and the latest messages always stay.",
  otherModelAsked: (failed: string, by: string) =>
    `The ${failed} model could not write the summary; ${by} wrote it instead.`,
  emergency: (messages: number, reason: string) =>
    `${messages} messages were replaced by notes made without a model: ${reasons[reason] ?? reason}. They are kept in the session before; /compress undo brings them back.`,
  triggerRaised: (trigger: number, part: string) =>
    `Compression starts at ${trigger} tokens instead of the configured threshold: ${parts[part] ?? part} takes too much of the window.`,
  triggerOff: (part: string) =>
    `Automatic compression is off: ${parts[part] ?? part} leaves no room in this window. Use fewer tools or a larger model.`,
};
