import type { ModelRequest } from "../domain/model-client.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** The request of this step. History objects go in as they are: the provider lowers each of them once. */
export function buildWire(turn: TurnState, deps: TurnDeps, options: { readonly tools: boolean }): ModelRequest {
  const assembled = turn.scaffold.length === 0 ? turn.history : [...turn.history, ...turn.scaffold];
  const { messages, turnStart } = turn.wirePass(assembled, turn.turnStart, deps.runtime.active.apiMode);
  const tools = options.tools ? deps.toolbox.schemas : [];
  const { system } = turn;
  return {
    runtime: deps.runtime.active,
    system,
    messages,
    turnStart,
    tools,
    cache: deps.cache.plan(),
    maxTokens: turn.outputCapOnce ?? deps.maxTokens,
    reasoning: deps.reasoning,
    latches: { ...turn.latches, encryptedReplayDisabled: deps.runtime.encryptedReplayDisabled },
    overrides: deps.overrides,
    contextTokens: deps.ledger.tokens({ model: deps.runtime.active.model, system, tools, messages }).tokens,
  };
}
