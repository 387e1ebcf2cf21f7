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
  const dollars =
    usage.input_tokens * prices.input +
    usage.output_tokens * prices.output +
    usage.cache_read_tokens * prices.cache_read +
    usage.cache_write_tokens * prices.cache_write;
  return dollars / perTokens;
}
