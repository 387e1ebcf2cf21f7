import { costOf, type Prices } from "../../domain/cost.ts";
import { usageOf } from "../../domain/usage.ts";
import type { Spent } from "../../store/insights/spent.ts";

export type PriceOf = (provider: string, model: string) => Prices | null;

/** What some requests came to. */
export type Account = {
  readonly turns: number;
  readonly api_calls: number;
  readonly tool_calls: number;
  readonly tokens: {
    readonly input: number;
    readonly cache_read: number;
    readonly cache_write: number;
    readonly output: number;
    readonly reasoning: number;
  };
  readonly cost_usd: number | null;
  /** Requests that are not in the cost, since nobody knows their price. */
  readonly unpriced_requests: number;
  /** Of all tokens that were sent, those read from a provider's cache; null: nothing was sent. */
  readonly cache_read_share: number | null;
  /** What the same tokens would have cost more without a cache, at today's prices; null: nothing has a price. */
  readonly cache_saving_usd: number | null;
};

export type NamedAccount = Account & { readonly name: string };

export type PricedSpent = Spent & { readonly saving_usd: number | null };

/** Side work from before its cost was kept gets that of today's list. So does nothing else. */
export function priced(spent: readonly Spent[], priceOf: PriceOf): readonly PricedSpent[] {
  return spent.map((row) => {
    const prices = priceOf(row.provider, row.model);
    const saving = prices === null ? null : savingOf(row, prices);
    const isSideWork = row.turns === 0;
    if (!isSideWork || prices === null || row.cost_usd !== null) return { ...row, saving_usd: saving };
    return { ...row, cost_usd: costOf(usageOf(row), prices), unpriced_requests: 0, saving_usd: saving };
  });
}

const perTokens = 1_000_000;

function savingOf({ cache_read_tokens: read, cache_write_tokens: written }: Spent, prices: Prices): number {
  return (read * (prices.input - prices.cache_read) - written * (prices.cache_write - prices.input)) / perTokens;
}

export function totalOf(rows: readonly PricedSpent[]): Account {
  const sum = (key: Count): number => rows.reduce((total, row) => total + row[key], 0);
  const [input, read, written] = [sum("input_tokens"), sum("cache_read_tokens"), sum("cache_write_tokens")];
  const sent = input + read + written;
  return {
    turns: sum("turns"),
    api_calls: sum("api_calls"),
    tool_calls: sum("tool_calls"),
    tokens: {
      input,
      cache_read: read,
      cache_write: written,
      output: sum("output_tokens"),
      reasoning: sum("reasoning_tokens"),
    },
    cost_usd: sumKnown(rows.map(({ cost_usd: cost }) => cost)),
    unpriced_requests: sum("unpriced_requests"),
    cache_read_share: sent === 0 ? null : read / sent,
    cache_saving_usd: sumKnown(rows.map(({ saving_usd: saving }) => saving)),
  };
}

type Count = {
  [Key in keyof Spent]: Spent[Key] extends number ? Key : never;
}[keyof Spent];

/** By name, the dearest first. */
export function grouped(rows: readonly PricedSpent[], nameOf: (row: Spent) => string): readonly NamedAccount[] {
  const groups = Map.groupBy(rows, nameOf);
  return [...groups].map(([name, own]) => ({ name, ...totalOf(own) })).toSorted(byWeight);
}

function byWeight(one: NamedAccount, other: NamedAccount): number {
  const cost = (other.cost_usd ?? 0) - (one.cost_usd ?? 0);
  return cost === 0 ? other.api_calls - one.api_calls || one.name.localeCompare(other.name) : cost;
}

export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
