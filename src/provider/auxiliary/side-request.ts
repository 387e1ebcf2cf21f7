import type { AuxiliaryRequest } from "../../domain/auxiliary.ts";
import type { Message } from "../../domain/message.ts";
import { noLatches, type ModelRequest, type ReasoningSetting } from "../../domain/model-client.ts";
import { EffortSchema, type Runtime } from "../../domain/runtime.ts";
import type { TaskSettings } from "./task-settings.ts";
import type { Wishes } from "./wish-list.ts";

/** One request of side work: no markers, no cache key, nothing of the conversation's own. */
export function sideRequest(
  runtime: Runtime,
  { messages, system = [], tools = [], contextTokens = 0 }: AuxiliaryRequest,
  settings: TaskSettings,
  { maxTokens, temperature, responseFormat }: Wishes,
): ModelRequest {
  const isChat = runtime.apiMode === "chat_completions";
  return {
    runtime: maxTokens === null ? { ...runtime, maxOutput: null } : runtime,
    system,
    messages,
    turnStart: messages.findLastIndex(({ role }: Message) => role === "user"),
    tools,
    cache: { strategy: "off", ttl: "5m", systemTtl: "5m", tail: null, key: null },
    maxTokens: maxTokens ?? null,
    reasoning: reasoningOf(settings.reasoning_effort),
    latches: noLatches,
    overrides: {
      ...((temperature ?? null) === null ? {} : { temperature }),
      ...((responseFormat ?? null) === null || !isChat ? {} : { response_format: responseFormat }),
      extra_body: settings.extra_body,
    },
    contextTokens,
  };
}

function reasoningOf(effort: string): ReasoningSetting | null {
  const named = EffortSchema.safeParse(effort);
  if (!named.success) return null;
  return named.data === "none" ? { enabled: false, effort: null } : { enabled: true, effort: named.data };
}
