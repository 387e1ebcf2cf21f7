import { endpointKey } from "../domain/endpoint-memory.ts";
import { isQuestion, type Message } from "../domain/message.ts";
import type { ModelRequest, WireLatches } from "../domain/model-client.ts";
import { viewed } from "./context-tokens.ts";
import { inWords } from "./described-images.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** The request of this step. History objects go in as they are: the provider lowers each of them once. */
export function buildWire(turn: TurnState, deps: TurnDeps, options: { readonly tools: boolean }): ModelRequest {
  const { active, plainTools } = deps.runtime;
  const before = deps.prefill.length;
  const history = viewed(turn);
  const asked = turn.view === null ? turn.turnStart : history.findLastIndex(isQuestion);
  const { messages, turnStart } = turn.wirePass(assembled(history, asked, turn, deps), before + asked, active.apiMode);
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
    contextTokens: deps.ledger.tokens({ runtime: active, system, tools, messages }).tokens,
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

/** A list of its own only where something is put in; the question as it is sent is the same object in every step. */
function assembled(
  chosen: readonly Message[],
  turnStart: number,
  { sentAs, scaffold }: TurnState,
  { prefill, runtime, asSentBefore }: TurnDeps,
): readonly Message[] {
  const { active, described } = runtime;
  const history = asSentBefore(chosen);
  const kept = history[turnStart];
  const sent = kept === undefined ? kept : sentAs(kept);
  const spoken = runtime.images.inPlace(sent === undefined || sent === kept ? history : history.with(turnStart, sent));
  const seen = active.traits.vision ? spoken : inWords(spoken, described);
  return prefill.length + scaffold.length === 0 ? seen : [...prefill, ...seen, ...scaffold];
}
