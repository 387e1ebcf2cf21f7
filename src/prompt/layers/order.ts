import type { PromptLayer } from "../layer.ts";
import { environmentLayer } from "./environment.ts";
import { guidanceLayer } from "./guidance.ts";
import { identityLayer } from "./identity.ts";
import { memoryLayer, userLayer } from "./memory.ts";
import { systemMessageLayer } from "./system-message.ts";
import { timestampLayer } from "./timestamp.ts";

/** The cached system prompt, top to bottom: what changes least comes first, so that conversations share a prefix. */
export const promptLayers: readonly PromptLayer[] = [
  identityLayer,
  guidanceLayer,
  systemMessageLayer,
  memoryLayer,
  userLayer,
  timestampLayer,
  environmentLayer,
];
