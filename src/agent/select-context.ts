import { isSound } from "../context/is-sound.ts";
import type { Message } from "../domain/message.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** An engine may send something else than the history. What it may not send, or nothing, leaves the request as it is. */
export async function selectContext(turn: TurnState, deps: TurnDeps): Promise<void> {
  const { selectContext: select } = deps.context.engine;
  if (select === undefined) return;
  const { history, system, signal } = turn;
  const chosen = await select(history, { system, tools: deps.toolbox.schemas, signal });
  const next = chosen === null || !isSendable(chosen, history, deps) ? null : { messages: chosen, of: history.length };
  if (!goesOn(turn.view?.messages ?? [], next?.messages ?? history)) deps.ledger.drop();
  turn.view = next;
}

function isSendable(chosen: readonly Message[], history: readonly Message[], { runtime }: TurnDeps): boolean {
  if (chosen.length === 0 || chosen[0]?.role !== "user") return false;
  return chosen.at(-1)?.role === history.at(-1)?.role && isSound(chosen, runtime.active.apiMode);
}

/** The beginning that was counted is still the beginning. */
function goesOn(before: readonly Message[], now: readonly Message[]): boolean {
  return before.every((message, index) => message === now[index]);
}
