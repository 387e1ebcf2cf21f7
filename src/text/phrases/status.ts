import type { CacheBreak } from "../../domain/cache-break.ts";
import type { AgentEvent } from "../../domain/event.ts";
import { secondsText } from "../seconds-text.ts";

type WaitedFor = Extract<AgentEvent, { type: "wait.noticed" }>["waitingFor"];

const waited: Readonly<Record<WaitedFor, string>> = {
  model: "model",
  retry: "next attempt",
  lease: "session, which another process is using",
  tool: "tools",
};

type CacheBroken = Pick<Extract<AgentEvent, { type: "cache.broken" }>, "cause" | "missedTokens" | "costUsd">;

const breakCauses: Readonly<Record<CacheBreak, string>> = {
  none: "nothing changed",
  first: "first request",
  ttl: "it had expired",
  model: "another model answers",
  credential: "another key answers",
  tools: "tool list changed",
  system: "system prompt changed",
  params: "request settings changed",
  history_edit: "an earlier message changed",
  compression: "conversation was compressed",
  provider_dropped: "dropped by the provider",
  unknown: "cause unknown",
};

/** In words; a cause that a newer version stored is told as it stands. */
export function breakCause(cause: string): string {
  return Object.entries(breakCauses).find(([known]) => known === cause)?.[1] ?? cause;
}

/** One line each about what a turn is going through; the same on every surface. */
export const statusPhrases = {
  thinking: "thinking",
  retrying: (message: string, attempt: number, delayMs: number) =>
    `attempt ${attempt} failed: ${message}; next one in ${secondsText(delayMs)} s`,
  retryingAtOnce: (message: string) => `a request failed: ${message}; asking again`,
  switched: (from: string, to: string) => `switched from ${from} to ${to}`,
  waiting: (waitingFor: WaitedFor, waitedMs: number) =>
    `still waiting for the ${waited[waitingFor]} after ${secondsText(waitedMs)} s`,
  cacheBroken: ({ cause, missedTokens, costUsd }: CacheBroken) =>
    `cache rebuilt (${breakCauses[cause]}), ${costUsd === null ? `${missedTokens} tokens` : `+$${costUsd.toFixed(2)}`}`,
  longerCache: (tokens: number, usd: number | null) =>
    `prompt_caching.cache_ttl: 1h would have saved ${usd === null ? `about ${tokens} tokens` : `$${usd.toFixed(2)}`} on this pause`,
  failed: (reason: string) => `the turn failed: ${reason}`,
} as const;
