import type { TurnDeps } from "../turn-state.ts";

const usualCap = 4_096;
const highestBoost = 32_768;

/** More room after an answer was cut: doubled each time, within reason, never below what was asked or above the model. */
export function boostedCap({ maxTokens, runtime }: Pick<TurnDeps, "maxTokens" | "runtime">, times: number): number {
  const before = maxTokens ?? 0;
  const boosted = Math.min(Math.max((maxTokens ?? usualCap) * 2 ** times, before), Math.max(highestBoost, before));
  return Math.min(boosted, runtime.active.maxOutput ?? boosted);
}
