import type { PromptLayer } from "../layer.ts";

/** The operator's own text: taken as it is. */
export const systemMessageLayer: PromptLayer = {
  id: "system-message",
  render: ({ systemMessage }) => systemMessage,
};
