import type { ContextUse, NamedTokens } from "../domain/context-use.ts";
import type { TurnDeps } from "../agent/turn-state.ts";
import type { Conversation } from "./conversation.ts";
import { prefixSize } from "./prefix-size.ts";

export function contextUse(conversation: Conversation, deps: TurnDeps): ContextUse {
  const { ledger, toolbox, prefill, context } = deps;
  const { active: runtime } = deps.runtime;
  const { system, prefix } = conversation;
  const messages = [...prefill, ...conversation.history()];
  const { tokens, source } = ledger.tokens({ runtime, system, tools: toolbox.schemas, messages });
  const { layers, toolSchemas, prompt, total } = prefixSize(prefix, runtime.model);
  return {
    tokens,
    isReported: source === "api+delta",
    window: runtime.contextLength,
    trigger: context.engine.getStatus?.()?.threshold_tokens ?? null,
    layers: layers.length === 0 ? [{ name: "prompt", tokens: prompt.tokens }] : layers.map(named),
    tools: toolSchemas.map((tool) => ({ ...named(tool), toolset: toolbox.toolsetOf(tool.name) ?? "" })),
    messages: Math.max(0, tokens - total.tokens),
  };
}

function named({ name, tokens }: NamedTokens): NamedTokens {
  return { name, tokens };
}
