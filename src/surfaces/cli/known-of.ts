import type { ChatSession, ChatWorld } from "./chat-world.ts";
import type { Weight } from "./screen.ts";

/** What is known of a session before its first turn here. */
export function knownOf(row: ReturnType<ChatWorld["store"]["sessions"]["get"]>) {
  if (row === null) return { title: null };
  const { title, cost_usd: costUsd, compression_count: compressions, cache_state: cache } = row;
  return { title, costUsd, compressions, contextTokens: cache?.last?.prompt ?? 0 };
}

/** The numbers that compression and limits go by. */
export function weightOf({ cost, contextTokens }: ChatSession): Weight {
  return {
    ...(cost === undefined ? {} : { costUsd: cost.spentUsd }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  };
}
