import { endpointKey } from "../domain/endpoint-memory.ts";
import type { ModelRequest, WireLatches } from "../domain/model-client.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** The request of this step. History objects go in as they are: the provider lowers each of them once. */
export function buildWire(turn: TurnState, deps: TurnDeps, options: { readonly tools: boolean }): ModelRequest {
  const { active, plainTools, images } = deps.runtime;
  const history = images.inPlace(turn.history);
  const assembled = turn.scaffold.length === 0 ? history : [...history, ...turn.scaffold];
  const { messages, turnStart } = turn.wirePass(assembled, turn.turnStart, active.apiMode);
  const tools = options.tools ? (plainTools ?? deps.toolbox.schemas) : [];
  const { system } = turn;
  return {
    runtime: active,
    system,
    messages,
    turnStart,
    tools,
    cache: deps.cache.plan(),
    maxTokens: turn.outputCapOnce ?? deps.maxTokens,
    reasoning: deps.reasoning,
    latches: latchesOf(turn, deps),
    overrides: deps.overrides,
    contextTokens: deps.ledger.tokens({ model: active.model, system, tools, messages }).tokens,
  };
}

/** What the turn, the session and the process have learned not to send. */
function latchesOf({ latches }: TurnState, { runtime, endpoints }: TurnDeps): WireLatches {
  return {
    ...latches,
    encryptedReplayDisabled: runtime.encryptedReplayDisabled,
    toolTextOnly: endpoints.textTools.has(endpointKey(runtime.active)),
    droppedBetas: [...endpoints.droppedBetas],
  };
}
