import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";

/** Work nobody waits for: one at a time, in order. What fails is logged and the next one starts. */
export type BackgroundQueue = {
  readonly add: (name: string, task: () => Promise<void> | void) => void;
  /** True when all that was queued is done; false when the time ran out first. */
  readonly settled: (withinMs: number, signal: AbortSignal) => Promise<boolean>;
  /** Drops what has not started; returns how many tasks are lost, the running one included. */
  readonly abandon: () => number;
};

export function createBackgroundQueue({ clock, log }: { readonly clock: Clock; readonly log: Log }): BackgroundQueue {
  let tail: Promise<void> = Promise.resolve();
  let open = 0;
  let isAbandoned = false;
  const run = async (name: string, task: () => Promise<void> | void): Promise<void> => {
    try {
      if (!isAbandoned) await task();
    } catch (error) {
      log("warning", "memory.provider_failed", { call: name, error: String(error) });
    } finally {
      open -= 1;
    }
  };
  return {
    add: (name, task) => {
      open += 1;
      tail = tail.then(() => run(name, task));
    },
    settled: async (withinMs, signal) => {
      using deadline = clock.deadline(withinMs, signal);
      const over = new Promise<false>((resolve) => {
        deadline.signal.addEventListener("abort", () => resolve(false), { once: true });
        if (deadline.signal.aborted) resolve(false);
      });
      const isDone = await Promise.race([tail.then((): true => true), over]); // awaited: the deadline must outlive it
      return isDone;
    },
    abandon: () => {
      isAbandoned = true;
      return open;
    },
  };
}
