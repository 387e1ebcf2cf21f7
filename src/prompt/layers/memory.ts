import type { PromptLayer } from "../layer.ts";

/** A snapshot: what is written to memory later is seen by the next conversation. */
export const memoryLayer: PromptLayer = {
  id: "memory",
  render: ({ memory }) =>
    memory.length === 0 ? null : `## Persistent Memory\n${memory.map((entry) => `- ${entry}`).join("\n")}`,
};
