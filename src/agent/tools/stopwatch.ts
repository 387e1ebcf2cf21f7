import type { Clock } from "../../domain/clock.ts";

const shortestLookMs = 200;

/** Time a segment has worked. While a person is being asked it stands still. */
export type Stopwatch = {
  readonly workedMs: () => number;
  readonly whileAsking: <T>(question: () => Promise<T>) => Promise<T>;
  /** Resolves when that much was worked; never, once `over` has come. */
  readonly reaches: (limitMs: number, over: AbortSignal) => Promise<void>;
};

export function startStopwatch(clock: Clock): Stopwatch {
  const startedMs = clock.now();
  let questions = 0;
  let askedSinceMs = 0;
  let askedMs = 0;
  const workedMs = (): number => (questions > 0 ? askedSinceMs : clock.now()) - startedMs - askedMs;
  return {
    workedMs,
    whileAsking: async (question) => {
      if (questions === 0) askedSinceMs = clock.now();
      questions += 1;
      try {
        return await question();
      } finally {
        questions -= 1;
        if (questions === 0) askedMs += clock.now() - askedSinceMs;
      }
    },
    reaches: async (limitMs, over) => {
      for (let leftMs = limitMs - workedMs(); leftMs > 0; leftMs = limitMs - workedMs()) {
        await passed(questions > 0 ? Math.max(leftMs, shortestLookMs) : leftMs, clock, over);
      }
    },
  };
}

/** Never resolves once `over` has come: whoever raced with it is gone by then. */
export async function passed(ms: number, clock: Clock, over: AbortSignal): Promise<void> {
  using deadline = clock.deadline(ms, over);
  await deadline.over;
  if (!deadline.expired()) await new Promise(() => undefined);
}
