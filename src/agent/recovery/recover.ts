import type { ProviderFailure } from "../../domain/failure.ts";
import { ending, type Ending } from "../ending.ts";
import { pauseFor } from "../pause.ts";
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
    const stopped = await pauseFor(delayMs, turn, deps);
    return stopped === null ? { kind: "again" } : { kind: "abort", ending: stopped };
  }
  return { kind: "abort", ending: ending("api_retries_exhausted", { failure, error: failure.message }) };
}
