import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { passed } from "./tools/stopwatch.ts";

const longestMs = 60_000; // nobody waits longer for somebody who only looks on

export type HookGuard = {
  readonly name: string;
  readonly log: Log;
  readonly failed?: (error: unknown) => void;
};

/** Calls foreign code. What it throws or rejects with is logged, and it has said nothing; so has one that takes too long. */
export async function guardedHook<T>(
  { name, log, failed }: HookGuard,
  work: () => Promise<T> | T,
  impatience: Promise<null>,
): Promise<T | null> {
  const heard = async (): Promise<T> => work();
  const thrown = (error: unknown): null => {
    log("warning", "hook.failed", { hook: name, error: String(error) });
    failed?.(error);
    return null;
  };
  return Promise.race([heard().catch(thrown), impatience]);
}

/** Each call of `late` starts a new minute; all of them end with the work. */
export async function withPatience<T>(clock: Clock, work: (late: () => Promise<null>) => Promise<T>): Promise<T> {
  const over = new AbortController();
  try {
    return await work(() => passed(longestMs, clock, over.signal).then(() => null));
  } finally {
    over.abort();
  }
}

export function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
}
