import type { CacheTtl } from "../domain/cache.ts";
import type { Runtime } from "../domain/runtime.ts";
import { providerPhrases } from "../text/phrases/provider.ts";

/** The line at the start that says whether the prompt is cached, and by whom. `ttl` null: the user switched markers off. */
export function cacheStatusLine({ traits }: Pick<Runtime, "traits">, ttl: CacheTtl | null): string {
  const { caching } = traits;
  switch (caching.kind) {
    case "markers":
      if (ttl === null) return providerPhrases.cachingOff(providerPhrases.cachingSwitchedOff);
      return providerPhrases.cachingOn(caching.source, ttl);
    case "automatic":
      return providerPhrases.cachingOn(caching.source, null);
    case "none":
      return providerPhrases.cachingOff(caching.reason);
  }
}
