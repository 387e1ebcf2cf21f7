import type { PromptLayer } from "../layer.ts";

/** Words of MCP servers the person lets speak; they were screened and cut when the first question was asked. */
export const serversLayer: PromptLayer = {
  id: "servers",
  render: ({ serverInstructions }) => serverInstructions ?? null,
};
