import type { PromptSpending } from "./cache-state.ts";
import type { Usage } from "./usage.ts";

/** US dollars per million tokens. */
export type Prices = {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  /** Of entries that live an hour; like the others, unless given. */
  readonly cache_write_1h?: number;
};

const perTokens = 1_000_000;

export function costOf(usage: Usage, prices: Prices): number {
  return promptCost(usage, prices) + (usage.output_tokens * prices.output) / perTokens;
}

/** What was sent, without what came back. */
export function promptCost(usage: Usage, prices: Prices): number {
  const hour = usage.cache_write_1h_tokens ?? 0;
  const dollars =
    usage.input_tokens * prices.input +
    usage.cache_read_tokens * prices.cache_read +
    (usage.cache_write_tokens - hour) * prices.cache_write +
    hour * (prices.cache_write_1h ?? prices.cache_write);
  return dollars / perTokens;
}

/** A sum with an unknown part is unknown. */
export function sumOfCosts(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/** A request beside the conversation: `common` of its tokens stood in one before it. null: it went to another model. */
export function sideSpending(usage: Usage, prices: Prices, common: number | null): PromptSpending {
  const all = usage.prompt_tokens;
  const shared = Math.min(all, Math.max(common ?? 0, usage.cache_read_tokens));
  const least = common === null ? 0 : (shared * prices.cache_read + (all - shared) * prices.input) / perTokens;
  return { billed: promptCost(usage, prices), uncached: (all * prices.input) / perTokens, least };
}

/** Prices of cached tokens beside that of a plain one, which is 1. */
export type CacheRates = { readonly read: number; readonly write: number; readonly writeHour: number };

const usualRates: CacheRates = { read: 0.1, write: 1.25, writeHour: 2 };

export function cacheRates(prices: Prices | undefined): CacheRates {
  if (prices === undefined || prices.input === 0) return usualRates;
  const { input, cache_read: read, cache_write: write, cache_write_1h: hour = write } = prices;
  return { read: read / input, write: write / input, writeHour: hour / input };
}
