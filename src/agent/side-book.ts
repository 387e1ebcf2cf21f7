import { type Clock, secondsOf } from "../domain/clock.ts";
import type { Emit } from "../domain/event.ts";
import type { ChildCost, SideCost } from "../domain/turn.ts";
import type { Purse } from "./session-runtime.ts";

export type Aside = ChildCost & Pick<SideCost, "task" | "prompt">;

/** What children and side work used besides a turn's own requests. */
export type SideBook = {
  /** Dated, and paid from the session's purse at once: its limit holds in the turn that spends. */
  readonly book: (aside: Aside) => SideCost;
  readonly all: () => readonly SideCost[];
};

export function openSideBook(purse: Purse, clock: Clock): SideBook {
  const costs: SideCost[] = [];
  return {
    all: () => costs,
    book: (aside) => {
      const cost: SideCost = { ...aside, cost_usd: aside.cost_usd ?? null, at: secondsOf(clock) };
      costs.push(cost);
      if (aside.task !== childrensTask) pay(purse, cost.cost_usd);
      return cost;
    },
  };
}

const childrensTask = "delegation"; // a child pays for itself, from the same purse

export function pay(purse: Purse, usd: number | null): void {
  purse.spentUsd += usd ?? 0;
  if (usd === null) purse.isWhole = false;
}

/** Books and tells whoever watches the turn. */
export function bookAside(aside: Aside, { sideCosts }: { readonly sideCosts: SideBook }, emit: Emit): SideCost {
  const cost = sideCosts.book(aside);
  emit({ type: "usage.reported", task: cost.task, usage: cost.usage, costUsd: cost.cost_usd });
  return cost;
}
