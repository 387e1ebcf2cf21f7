import type { Runtime } from "../domain/runtime.ts";
import type { SummaryPath, SummarySize } from "../domain/summariser.ts";

export type SummaryPathSetting = "auto" | "same_prefix" | "auxiliary";

/** Who writes summaries besides the conversation's own model. */
export type SummaryRoute = {
  /** The person named a model for it. */
  readonly named: boolean;
  /** Who would be asked first; null: nobody could be. */
  readonly runtime: Runtime | null;
};

export type PathFacts = {
  readonly setting: SummaryPathSetting;
  readonly main: Runtime;
  readonly side: SummaryRoute;
  /** What the last request left is still cached. */
  readonly warm: boolean;
};

const instructionTokens = 1_500;
const worthPaying = 3; // times the side model's price: the whole text is read, by nobody new, and at once

/** The cheapest way that keeps what matters (context-and-caching 7.8). */
export function chooseSummaryPath(size: SummarySize, facts: PathFacts): SummaryPath {
  const { setting, main, side, warm } = facts;
  const elsewhere = side.runtime === null ? "main" : "auxiliary";
  if (setting === "auxiliary" || !fits(size, main.contextLength)) return elsewhere;
  if (setting === "same_prefix") return "same-prefix";
  if (side.named || !warm || main.traits.caching.kind === "none") return elsewhere;
  return isWorthIt(size, main, side.runtime) ? "same-prefix" : elsewhere;
}

function fits({ context, summary }: SummarySize, window: number): boolean {
  return context + instructionTokens + 2 * summary <= window;
}

function isWorthIt({ context, middle, summary }: SummarySize, main: Runtime, side: Runtime | null): boolean {
  const isMain = side?.model === main.model && side.provider === main.provider;
  if (isMain || main.prices === undefined || side?.prices === undefined) return true;
  const here = main.prices.cache_read * context + main.prices.output * summary;
  const there = side.prices.input * middle + side.prices.output * summary;
  return here <= worthPaying * there;
}
