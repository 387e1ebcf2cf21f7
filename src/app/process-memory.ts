import { emptyFallbackMemory, type FallbackMemory } from "../domain/fallback.ts";
import type { LearnedSizes } from "../session/session-deps.ts";

/** What one process learns and every session in it may use: nothing of it is worth a file. */
export type ProcessMemory = {
  readonly fallback: FallbackMemory;
  readonly contextSizes: LearnedSizes;
};

export function emptyProcessMemory(): ProcessMemory {
  return { fallback: emptyFallbackMemory(), contextSizes: new Map() };
}
