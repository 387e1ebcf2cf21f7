import type { PromptSpending } from "../domain/cache-state.ts";

/** What a conversation has cost so far, as far as its models have prices. */
export type SessionCost = {
  readonly spentUsd: number;
  /** What the prompts cost beside the least they could have cost; null: nothing has a price yet. */
  readonly ratio: number | null;
  /** What the same prompts would have cost more without a cache. */
  readonly savedUsd: number;
};

export function sessionCost(spentUsd: number, { billed, uncached, least }: PromptSpending): SessionCost {
  return { spentUsd, ratio: least === 0 ? null : billed / least, savedUsd: uncached - billed };
}
