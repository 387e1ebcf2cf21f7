import type { BreakTally, CacheBreak } from "../../domain/cache-break.ts";
import type { CacheReport } from "./verdict.ts";

/** Breaks by cause; the beginning of a conversation is none. */
export function counted(tallies: Map<CacheBreak, BreakTally>, report: CacheReport): Map<CacheBreak, BreakTally> {
  const { cause, missedTokens, costUsd } = report;
  if (cause === "none" || cause === "first") return tallies;
  const old = tallies.get(cause) ?? { cause, breaks: 0, missed_tokens: 0, cost_usd: 0 };
  return tallies.set(cause, {
    cause,
    breaks: old.breaks + 1,
    missed_tokens: old.missed_tokens + missedTokens,
    cost_usd: old.cost_usd === null || costUsd === null ? null : old.cost_usd + costUsd,
  });
}
