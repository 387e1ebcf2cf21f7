import type { Message } from "../domain/message.ts";
import type { ModelRequest } from "../domain/model-client.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** The request of this step. History objects go in as they are: the provider lowers each of them once. */
export function buildWire(turn: TurnState, deps: TurnDeps, options: { readonly tools: boolean }): ModelRequest {
  const runtime = deps.runtime.active;
  const before = deps.prefill.length;
  const { messages, turnStart } = turn.wirePass(assembled(turn, deps), before + turn.turnStart, runtime.apiMode);
  const tools = options.tools ? deps.toolbox.schemas : [];
  const { system } = turn;
  return {
    runtime,
    system,
    messages,
    turnStart,
    tools,
    cache: deps.cache.plan(),
    maxTokens: turn.outputCapOnce ?? deps.maxTokens,
    reasoning: deps.reasoning,
    latches: { ...turn.latches, encryptedReplayDisabled: deps.runtime.encryptedReplayDisabled },
    overrides: deps.overrides,
    contextTokens: deps.ledger.tokens({ model: runtime.model, system, tools, messages }).tokens,
  };
}

/** A list of its own only where something is put in; the question as it is sent is the same object in every step. */
function assembled({ history, turnStart, sentAs, scaffold }: TurnState, { prefill }: TurnDeps): readonly Message[] {
  const kept = history[turnStart];
  const sent = kept === undefined ? kept : sentAs(kept);
  const spoken = sent === undefined || sent === kept ? history : history.with(turnStart, sent);
  return prefill.length + scaffold.length === 0 ? spoken : [...prefill, ...spoken, ...scaffold];
}
