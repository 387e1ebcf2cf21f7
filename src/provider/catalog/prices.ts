import type { Prices } from "../../domain/cost.ts";
import { longestFamily } from "./longest-family.ts";
import snapshot from "./prices.json" with { type: "json" };

type Row = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite?: number;
  readonly cacheWrite1h?: number;
};

const priceRow = longestFamily<Row>(snapshot.families);
const billers = longestFamily<readonly string[]>(snapshot.billedBy);

/** From when the prices are; older than a quarter of a year they deserve a second look. */
export const pricesAsOf: string = snapshot.asOf;

/** What a vendor's own endpoint, or one that passes prices on, asks for. Anybody else's price is unknown. */
export function listedPrices(provider: string, model: string): Prices | null {
  const row = billers(model)?.includes(provider) === true ? priceRow(model) : null;
  if (row === null) return null;
  const { input, output, cacheRead, cacheWrite = input, cacheWrite1h = cacheWrite } = row;
  return { input, output, cache_read: cacheRead, cache_write: cacheWrite, cache_write_1h: cacheWrite1h };
}
