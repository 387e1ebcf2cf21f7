import type { Runtime } from "../../src/domain/runtime.ts";

/** As much of a runtime as counting needs. */
export function countedRuntime(
  changes: Partial<Runtime> = {},
): Pick<Runtime, "provider" | "model" | "apiMode" | "traits"> {
  return {
    provider: "openai",
    model: "gpt-4o",
    apiMode: "chat_completions",
    traits: {
      official: true,
      reasoningEcho: "off",
      reasoningParameter: false,
      outputCapKey: "max_tokens",
      caching: { kind: "none", reason: "" },
      vision: true,
      streaming: true,
      local: false,
      keepDotsInModel: false,
      aggregator: false,
    },
    ...changes,
  };
}
