import type { PromptLayer } from "../layer.ts";

/** What the project says about itself, read and screened when the conversation started. */
export const contextLayer: PromptLayer = {
  id: "context",
  render: ({ context }) => context?.text ?? null,
};
