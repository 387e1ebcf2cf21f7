import { costOf, sumOfCosts } from "../domain/cost.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Usage } from "../domain/usage.ts";
import { pay } from "./side-book.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** Books what a request cost, and says it. One without a price makes the cost of its turn unknown. */
export function charge(
  usage: Usage | null,
  { prices }: Runtime,
  turn: TurnState,
  { runtime }: TurnDeps,
): number | null {
  const cost = usage === null || prices === undefined ? null : costOf(usage, prices);
  pay(runtime.purse, cost);
  turn.costUsd = sumOfCosts(turn.costUsd, cost);
  return cost;
}

/** What the turn cost, or null when that cannot be said. */
export function costIn({ costUsd }: TurnState, { runtime }: TurnDeps): number | null {
  return runtime.active.prices === undefined ? null : costUsd;
}

/** A cap that cannot be kept counts as reached: who set it wants to know what is spent. */
export function isSpent({ costUsd }: TurnState, { limits, runtime }: TurnDeps): boolean {
  return limits.maxCostUsd !== null && (costUsd === null || runtime.purse.spentUsd >= limits.maxCostUsd);
}
