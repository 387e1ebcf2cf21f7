import type { Message } from "../domain/message.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** How full the context is, by the one ledger everybody reads. */
export function contextTokens({ system, history }: TurnState, deps: TurnDeps): number {
  const { ledger, runtime, toolbox, prefill } = deps;
  const messages = prefill.length === 0 ? history : [...prefill, ...history];
  return ledger.tokens({ runtime: runtime.active, system, tools: toolbox.schemas, messages }).tokens;
}

/** The same question about other messages, without the provider's last word. */
export function estimateHistory(
  messages: readonly Message[],
  { system }: TurnState,
  { ledger, runtime, toolbox }: TurnDeps,
): number {
  return ledger.estimate({ runtime: runtime.active, system, tools: toolbox.schemas, messages });
}
