import { longestFamily } from "./longest-family.ts";
import models from "./models.json" with { type: "json" };

/** What is known of a model without asking anybody. */
export type ModelFacts = {
  readonly contextLength: number;
  readonly maxOutput: number | null;
  readonly vision: boolean;
};

const familyFacts = longestFamily<ModelFacts>(models.families);
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
