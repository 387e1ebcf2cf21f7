import type { Message } from "../domain/message.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** How full the context is, by the one ledger everybody reads. */
export function contextTokens(turn: TurnState, deps: TurnDeps): number {
  const { system } = turn;
  const { ledger, runtime, toolbox, prefill } = deps;
  const seen = viewed(turn);
  const messages = prefill.length === 0 ? seen : [...prefill, ...seen];
  return ledger.tokens({ runtime: runtime.active, system, tools: toolbox.schemas, messages }).tokens;
}

/** The history as an engine wants it to be sent, with what was said since it chose. */
export function viewed({ history, view }: Pick<TurnState, "history" | "view">): readonly Message[] {
  return view === null ? history : [...view.messages, ...history.slice(view.of)];
}

/** The same question about other messages, without the provider's last word. */
export function estimateHistory(
  messages: readonly Message[],
  { system }: TurnState,
  { ledger, runtime, toolbox }: TurnDeps,
): number {
  return ledger.estimate({ runtime: runtime.active, system, tools: toolbox.schemas, messages });
}
