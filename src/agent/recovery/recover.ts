import type { ProviderFailure } from "../../domain/failure.ts";
import { ending, type Ending } from "../ending.ts";
import { pauseFor } from "../pause.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import { freeStrategies, lastStrategies } from "./order.ts";
import type { RecoveryAction, RecoveryContext, RecoveryStrategy, RequestState } from "./strategy.ts";

export type Recovered = { readonly kind: "again" | "restart" } | { readonly kind: "abort"; readonly ending: Ending };

/** Walks the ordered list; the first unit that applies and can help decides. Waits happen here and can be stopped. */
export async function recover(
  failure: ProviderFailure,
  request: RequestState,
  turn: TurnState,
  deps: TurnDeps,
): Promise<Recovered> {
  const context: RecoveryContext = { failure, request, turn, deps };
  const free = await firstHelp(freeStrategies, context);
  if (free !== null) return carryOut(free, context);
  request.attempts += 1; // from here a try counts
  const last = await firstHelp(lastStrategies, context);
  if (last !== null) return carryOut(last, context);
  return { kind: "abort", ending: ending("api_retries_exhausted", { failure, error: failure.message }) };
}

type Help = { readonly name: string; readonly action: Exclude<RecoveryAction, { kind: "next" }> };

async function firstHelp(strategies: readonly RecoveryStrategy[], context: RecoveryContext): Promise<Help | null> {
  for (const { name, limit, appliesTo, apply } of strategies) {
    const uses = usesOf(limit.per, context);
    const times = uses.get(name) ?? 0;
    if (times >= limit.uses || !appliesTo(context)) continue;
    const action = await apply(context);
    if (action.kind === "next") continue;
    uses.set(name, times + 1);
    return { name, action };
  }
  return null;
}

async function carryOut({ name, action }: Help, context: RecoveryContext): Promise<Recovered> {
  if (action.kind === "abort") return action;
  const { failure, request, turn, deps } = context;
  const delayMs = delayOf(action);
  deps.emit({ type: "recovery.applied", strategy: name, failure, attempt: request.attempts, delayMs });
  const stopped = await pauseFor(delayMs, turn, deps);
  if (stopped !== null) return { kind: "abort", ending: stopped };
  return { kind: action.kind === "rebuild" ? "restart" : "again" };
}

function delayOf(action: Help["action"]): number {
  if (action.kind === "wait") return action.ms;
  return action.kind === "rebuild" ? action.afterMs : 0;
}

/** Where a strategy's uses are counted: what it may do once per session is remembered by the session. */
function usesOf(per: RecoveryStrategy["limit"]["per"], context: RecoveryContext): Map<string, number> {
  const { request, turn, deps } = context;
  return { request: request.recoveries, turn: turn.recoveries, session: deps.runtime.recoveries }[per];
}
