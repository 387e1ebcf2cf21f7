import { viewed } from "../agent/context-tokens.ts";
import type { TurnDeps, TurnState } from "../agent/turn-state.ts";
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

/** A conversation, and what an engine sends in place of the first `of` messages of it. */
export type SentNow = { readonly conversation: Conversation; readonly view: TurnState["view"] };

/** How full the context is between two turns, by the one ledger. */
export function contextFill({ conversation, view }: SentNow, deps: TurnDeps): ReturnType<TurnDeps["ledger"]["tokens"]> {
  const { ledger, toolbox, prefill, runtime } = deps;
  const history = conversation.history();
  const seen = viewed({ history, view: view !== null && view.of <= history.length ? view : null });
  const { system } = conversation;
  return ledger.tokens({
    runtime: runtime.active,
    system,
    tools: toolbox.schemas,
    messages: prefill.length === 0 ? seen : [...prefill, ...seen],
  });
}

export function contextUse(now: SentNow, deps: TurnDeps): ContextUse {
  const { toolbox, context, runtime } = deps;
  const { model, contextLength } = runtime.active;
  const { tokens, source } = contextFill(now, deps);
  const { layers, toolSchemas, prompt, total } = prefixSize(now.conversation.prefix, model);
  return {
    tokens,
    isReported: source === "api+delta",
    window: contextLength,
    trigger: context.engine.getStatus?.()?.threshold_tokens ?? null,
    layers: layers.length === 0 ? [{ name: "prompt", tokens: prompt.tokens }] : layers.map(named),
    tools: toolSchemas.map((tool) => ({ ...named(tool), toolset: toolbox.toolsetOf(tool.name) ?? "" })),
    messages: Math.max(0, tokens - total.tokens),
  };
}

function named({ name, tokens }: NamedTokens): NamedTokens {
  return { name, tokens };
}
