import type { PromptSpending } from "../../domain/cache-state.ts";
import { promptCost, type Prices } from "../../domain/cost.ts";
import type { Usage } from "../../domain/usage.ts";

const perTokens = 1_000_000;

export type SpendingBook = {
  /** `common`: tokens that some earlier request began with as well, however long ago. */
  readonly add: (usage: Usage, common: number, prices: Prices | undefined) => void;
  /** Requests beside the conversation. */
  readonly aside: (spent: PromptSpending) => void;
  readonly total: () => PromptSpending;
};

/**
 * What prompts cost beside the least they could have cost: a cache without limits, where everything common is read and
 * everything else is written once, but only if it is read again.
 */
export function openSpendingBook(start: PromptSpending | null): SpendingBook {
  let total = start ?? { billed: 0, uncached: 0, least: 0 };
  let unread = 0; // new in the last request: written only if the next one begins with it
  return {
    total: () => total,
    aside: (spent) => {
      total = {
        billed: total.billed + spent.billed,
        uncached: total.uncached + spent.uncached,
        least: total.least + spent.least,
      };
    },
    add: (usage, common, prices) => {
      const shared = Math.min(common, usage.prompt_tokens);
      const fresh = usage.prompt_tokens - shared;
      const written = shared >= unread ? unread : 0;
      unread = fresh;
      if (prices === undefined) return;
      const premium = Math.max(0, prices.cache_write - prices.input);
      const least = shared * prices.cache_read + fresh * prices.input + written * premium;
      total = {
        billed: total.billed + promptCost(usage, prices),
        uncached: total.uncached + (usage.prompt_tokens * prices.input) / perTokens,
        least: total.least + least / perTokens,
      };
    },
  };
}
