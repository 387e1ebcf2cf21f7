import type { ModelRequest } from "../../domain/model-client.ts";
import { shortKey } from "../protocols/tool-ids.ts";

type CacheHints = { readonly prompt_cache_key?: string; readonly prompt_cache_retention?: "24h" };

/** What an endpoint that caches by itself wants to know: who belongs together, and how long it is worth keeping. */
export function cacheHints({ cache, runtime }: ModelRequest): CacheHints {
  const { caching } = runtime.traits;
  const knows = caching.kind === "automatic" || runtime.apiMode === "codex_responses";
  if (cache.key === null || !knows) return {};
  const retention = caching.kind === "automatic" ? caching.retention : undefined;
  return {
    prompt_cache_key: shortKey(cache.key),
    ...(retention === undefined ? {} : { prompt_cache_retention: retention }),
  };
}

/** Some find only prefixes that ended at a breakpoint: the end of every request is one, the end of the cached prompt should be. */
export function breaksAtSystem({ cache, runtime }: ModelRequest): boolean {
  const { caching } = runtime.traits;
  return cache.key !== null && caching.kind === "automatic" && caching.breakpoints === true;
}

export type Breakpoint = { readonly mode: "explicit" };

/** The texts of a system prompt, the last cached one marked. */
export function brokenTexts(
  blocks: readonly { readonly text: string; readonly cached: boolean }[],
): readonly { readonly text: string; readonly prompt_cache_breakpoint?: Breakpoint }[] {
  const last = blocks.findLastIndex(({ cached }) => cached);
  return blocks.map(({ text }, index) =>
    index === last ? { text, prompt_cache_breakpoint: { mode: "explicit" } } : { text },
  );
}
