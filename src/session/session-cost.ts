import type { Purse } from "../agent/session-runtime.ts";
import type { CacheWatch } from "../agent/cache-watch/cache-watch.ts";

/** What a conversation has cost so far, its children and side work included. */
export type SessionCost = {
  /** null: some of it has no price, or nothing was asked yet and the model has none. */
  readonly spentUsd: number | null;
  /** What the prompts cost beside the least they could have cost; null: nothing has a price yet. */
  readonly ratio: number | null;
  /** What the same prompts would have cost more without a cache. */
  readonly savedUsd: number;
  /** Of the last request's tokens, those read from the provider's cache; null: nobody knows. */
  readonly lastReadShare: number | null;
};

export function sessionCost(
  { spentUsd, isWhole }: Purse,
  isPriced: boolean,
  watch: Pick<CacheWatch, "spending" | "last">,
): SessionCost {
  const { billed, uncached, least } = watch.spending();
  const last = watch.last();
  return {
    spentUsd: isWhole && (isPriced || spentUsd > 0) ? spentUsd : null,
    ratio: least === 0 ? null : billed / least,
    savedUsd: uncached - billed,
    lastReadShare: last?.read === undefined || last.prompt === 0 ? null : last.read / last.prompt,
  };
}
