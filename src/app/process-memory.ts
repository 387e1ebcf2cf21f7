import { emptyFallbackMemory, type FallbackMemory } from "../domain/fallback.ts";

/** What one process learns and every session in it may use: nothing of it is worth a file. */
export type ProcessMemory = {
  readonly fallback: FallbackMemory;
  /** Sizes that providers named, by model and address. */
  readonly contextSizes: Map<string, number>;
};

export function emptyProcessMemory(): ProcessMemory {
  return { fallback: emptyFallbackMemory(), contextSizes: new Map() };
}
