import type { FailureKind } from "./failure.ts";
import type { Runtime } from "./runtime.ts";

/** The other runtimes a session may turn to, in order. One per session; entries found unusable are the process's. */
export type FallbackChain = {
  /** Entries may be used again, each once. */
  readonly startTurn: () => void;
  /** The next usable entry, or null when there is none. The index only moves forward within a turn. */
  readonly next: (current: Runtime, cause: FailureKind) => Promise<Runtime | null>;
  /** At the start of a turn: the primary, as it was given, when it is time to return to it. */
  readonly restore: (nowMs: number) => Runtime | null;
  /** The runtime returned by `restore` could not be used after all: the fallback stays. */
  readonly restoreFailed: () => void;
  /** An answer came from this runtime. One from the primary ends a series of rate-limit switches. */
  readonly succeeded: (runtime: Runtime) => void;
  readonly isActive: () => boolean;
  /** The person chose another model: it is the primary now, and no entry equal to it is a way out. */
  readonly replacePrimary: (primary: Runtime) => void;
};

/** What the process knows about entries, over all sessions. */
export type FallbackMemory = { readonly unavailable: Set<string> };

export function emptyFallbackMemory(): FallbackMemory {
  return { unavailable: new Set() };
}
