import type { TurnDeps } from "../agent/turn-state.ts";
import type { Conversation } from "./conversation.ts";
import { prefixSize } from "./prefix-size.ts";

/** What fills the context window. The whole is the ledger's number; its parts are estimates. */
export type ContextUse = {
  readonly tokens: number;
  /** The provider counted all but what came last. */
  readonly isReported: boolean;
  readonly window: number;
  /** Where compression begins; null: the engine does not say. */
  readonly trigger: number | null;
  readonly layers: readonly NamedTokens[];
  readonly tools: readonly (NamedTokens & { readonly toolset: string })[];
  readonly messages: number;
};

export type NamedTokens = { readonly name: string; readonly tokens: number };

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
