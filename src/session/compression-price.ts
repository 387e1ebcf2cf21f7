import type { CompressionPreview } from "../domain/context-engine.ts";
import type { Prices } from "../domain/cost.ts";
import type { Runtime } from "../domain/runtime.ts";

/** What a run would cost, were its summary as long as it may be; null: somebody's price is not known. */
export function priceOf(
  { path, middleTokens, summaryBudget }: CompressionPreview,
  contextTokens: number,
  main: Runtime,
  side: Runtime | null,
): number | null {
  if (path === "deterministic") return 0;
  if (path === "same_prefix") return price(main.prices, "cache_read", contextTokens, summaryBudget);
  return price(side?.prices, "input", middleTokens, summaryBudget);
}

function price(prices: Prices | undefined, read: "input" | "cache_read", input: number, output: number): number | null {
  return prices === undefined ? null : (prices[read] * input + prices.output * output) / 1_000_000;
}
