import type { ProviderFailure } from "../../domain/failure.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending, type Ending } from "../ending.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import { strategies } from "./order.ts";
import type { RecoveryContext, RequestState } from "./strategy.ts";

export type Recovered = { readonly kind: "again" } | { readonly kind: "abort"; readonly ending: Ending };

/** Walks the ordered list; the first unit that applies and can help decides. Waits happen here and can be stopped. */
export async function recover(
  failure: ProviderFailure,
  request: RequestState,
  turn: TurnState,
  deps: TurnDeps,
): Promise<Recovered> {
  request.attempts += 1;
  const context: RecoveryContext = { failure, request, turn, deps };
  for (const strategy of strategies) {
    const used = request.used.get(strategy.name) ?? 0;
    if (used >= strategy.limit || !strategy.appliesTo(context)) continue;
    const action = await strategy.apply(context);
    if (action.kind === "next") continue;
    request.used.set(strategy.name, used + 1);
    if (action.kind === "abort") return action;
    const delayMs = action.kind === "wait" ? action.ms : 0;
    deps.emit({ type: "recovery.applied", strategy: strategy.name, failure, attempt: request.attempts, delayMs });
    return waited(delayMs, context);
  }
  return { kind: "abort", ending: ending("api_retries_exhausted", { failure, error: failure.message }) };
}

async function waited(ms: number, { turn, deps }: RecoveryContext): Promise<Recovered> {
  if (ms === 0) return { kind: "again" };
  deps.emit({ type: "phase.changed", phase: "waiting" });
  try {
    await deps.clock.sleep(ms, turn.signal);
    return { kind: "again" };
  } catch (error) {
    if (!turn.signal.aborted) throw error;
    return { kind: "abort", ending: ending("interrupted_during_retry_wait", { text: say.interruptedWait }) };
  }
}
