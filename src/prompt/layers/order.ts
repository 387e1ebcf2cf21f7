import type { PromptLayer } from "../layer.ts";
import { enforcementLayer } from "./enforcement.ts";
import { contextLayer } from "./context.ts";
import { environmentLayer } from "./environment.ts";
import { guidanceLayer } from "./guidance.ts";
import { identityLayer } from "./identity.ts";
import { modelIdentityLayer } from "./model-identity.ts";
import { platformLayer } from "./platform.ts";
import { memoryLayer, userLayer } from "./memory.ts";
import { pluginsLayer } from "./plugins.ts";
import { providerEarlyLayer, providerLateLayer } from "./provider.ts";
import { serversLayer } from "./servers.ts";
import { skillsLayer } from "./skills.ts";
import { systemMessageLayer } from "./system-message.ts";
import { timestampLayer } from "./timestamp.ts";

/** The cached system prompt, top to bottom: what changes least comes first, so that conversations share a prefix. */
export const promptLayers: readonly PromptLayer[] = [
  identityLayer,
  guidanceLayer,
  enforcementLayer,
  providerEarlyLayer,
  systemMessageLayer,
  memoryLayer,
  userLayer,
  providerLateLayer,
  pluginsLayer,
  serversLayer,
  skillsLayer,
  contextLayer,
  timestampLayer,
  modelIdentityLayer,
  environmentLayer,
  platformLayer,
];
