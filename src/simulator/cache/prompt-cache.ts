import type { CacheRules } from "../model-profiles.ts";
import { useBreakpoints } from "./breakpoints.ts";
import type { CacheEntry, CacheUse, PromptLayout } from "./layout.ts";
import { useLongestPrefix } from "./longest-prefix.ts";
import { useMarkers } from "./markers.ts";

/** What the provider remembers of earlier prompts. */
export type PromptCache = {
  readonly use: (layout: PromptLayout, rules: CacheRules, nowSeconds: number) => CacheUse;
};

export function createPromptCache(): PromptCache {
  const entries = new Map<string, CacheEntry>();
  return {
    use: (layout, rules, now) => {
      switch (rules.kind) {
        case "markers":
          return useMarkers(entries, layout, rules, now);
        case "longest_prefix":
          return useLongestPrefix(entries, layout, rules, now);
        case "breakpoints":
          return useBreakpoints(entries, layout, rules, now);
      }
    },
  };
}
