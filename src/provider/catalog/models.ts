import type { CachingTrait } from "../../domain/runtime.ts";
import { longestFamily } from "./longest-family.ts";
import models from "./models.json" with { type: "json" };

/** What is known of a model without asking anybody. */
export type ModelFacts = {
  readonly contextLength: number;
  readonly maxOutput: number | null;
  readonly vision: boolean;
};

type AutomaticTrait = Extract<CachingTrait, { kind: "automatic" }>;
type AutomaticCacheRow = { readonly lifeSeconds: number; readonly retention?: string; readonly breakpoints?: boolean };

const familyFacts = longestFamily<ModelFacts>(models.families);
const cacheRow = longestFamily<AutomaticCacheRow>(models.automaticCache);
const leastCached = longestFamily<number>(models.minCacheable);

export function modelFacts(model: string): ModelFacts {
  return familyFacts(model) ?? models.defaults;
}

/** Whether anybody knows this model; of others only the default size is assumed. */
export function isKnownModel(model: string): boolean {
  return familyFacts(model) !== null;
}

/** A prefix with fewer tokens is not cached. */
export function minCacheable(model: string): number {
  return leastCached(model) ?? models.minCacheableElsewhere;
}

/** How the vendor's own endpoint caches this model by itself. */
export function automaticCache(model: string): Pick<AutomaticTrait, "lifeSeconds" | "retention" | "breakpoints"> {
  const row = cacheRow(model);
  if (row === null) return {};
  const { lifeSeconds, retention, breakpoints } = row;
  return {
    lifeSeconds,
    ...(retention === "24h" ? { retention } : {}),
    ...(breakpoints === true ? { breakpoints } : {}),
  };
}
