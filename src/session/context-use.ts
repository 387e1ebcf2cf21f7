import type { ContextUse, NamedTokens } from "../domain/context-use.ts";
import { estimateTokens, familyOf } from "../context/estimate-tokens.ts";
import type { ToolSchema } from "../domain/model-client.ts";
import { standInNames } from "../tools/deferred/stand-ins.ts";
import { viewed } from "../agent/context-tokens.ts";
import type { TurnDeps, TurnState } from "../agent/turn-state.ts";
import type { Message } from "../domain/message.ts";
import type { Conversation } from "./conversation.ts";
import { messageParts } from "./message-parts.ts";
import { prefixSize } from "./prefix-size.ts";

/** A conversation, and what an engine sends in place of the first `of` messages of it. */
export type SentNow = { readonly conversation: Conversation; readonly view: TurnState["view"] };

/** How full the context is between two turns, by the one ledger. */
export function contextFill({ conversation, view }: SentNow, deps: TurnDeps): ReturnType<TurnDeps["ledger"]["tokens"]> {
  const { ledger, toolbox, runtime } = deps;
  const { system } = conversation;
  const messages = messagesSent({ conversation, view }, deps);
  return ledger.tokens({ runtime: runtime.active, system, tools: toolbox.schemas, messages });
}

function messagesSent({ conversation, view }: SentNow, { prefill }: TurnDeps): readonly Message[] {
  const history = conversation.history();
  const seen = viewed({ history, view: view !== null && view.of <= history.length ? view : null });
  return prefill.length === 0 ? seen : [...prefill, ...seen];
}

export function contextUse(now: SentNow, deps: TurnDeps): ContextUse {
  const { toolbox, context, runtime } = deps;
  const { model, contextLength } = runtime.active;
  const { tokens, source } = contextFill(now, deps);
  const { layers, toolSchemas, prompt, total } = prefixSize(now.conversation.prefix, model);
  const messages = Math.max(0, tokens - total.tokens);
  return {
    tokens,
    isReported: source === "api+delta",
    window: contextLength,
    trigger: context.engine.getStatus?.()?.threshold_tokens ?? null,
    layers: layers.length === 0 ? [{ name: "prompt", tokens: prompt.tokens }] : layers.map(named),
    tools: toolSchemas.map((tool) => ({ ...named(tool), toolset: toolbox.toolsetOf(tool.name) ?? "" })),
    deferred: deferredUse(toolbox.deferred, toolSchemas, model),
    messages,
    parts: messageParts(messagesSent(now, deps), messages, runtime.active),
  };
}

/** What the schemas would weigh, less what stands in their place. */
function deferredUse(
  deferred: readonly ToolSchema[],
  listed: readonly NamedTokens[],
  model: string,
): ContextUse["deferred"] {
  if (deferred.length === 0) return null;
  const family = familyOf(model);
  const whole = deferred.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool), family), 0);
  const instead = listed.filter(({ name }) => standInNames.includes(name)).reduce((sum, { tokens }) => sum + tokens, 0);
  return { tools: deferred.length, savedTokens: whole - instead };
}

function named({ name, tokens }: NamedTokens): NamedTokens {
  return { name, tokens };
}
