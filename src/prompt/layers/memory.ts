import type { StoreSnapshot } from "../../domain/memory.ts";
import type { PromptLayer } from "../layer.ts";

/** Snapshots: what is written to memory later is seen by the next conversation. */
export const memoryLayer: PromptLayer = {
  id: "memory",
  render: ({ memory }) => storeBlock("## Persistent Memory", memory),
};

export const userLayer: PromptLayer = {
  id: "user",
  render: ({ user }) => storeBlock("## User Profile", user),
};

function storeBlock(heading: string, store: StoreSnapshot | null): string | null {
  if (store === null || store.entries.length === 0) return null;
  const bullets = store.entries.map((entry) => `- ${entry.replaceAll("\n", "\n  ")}`);
  return [heading, `[${store.usage}]`, ...bullets].join("\n");
}
