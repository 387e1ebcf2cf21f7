import type { Clock } from "../domain/clock.ts";

/** The time a call may take. What a person needs for an answer does not count. */
export type CallLimit = Disposable & {
  readonly signal: AbortSignal;
  readonly expired: () => boolean;
  readonly whileAsking: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Zero: no limit. */
export function callLimit(ms: number, clock: Clock, outer: AbortSignal): CallLimit {
  const controller = new AbortController();
  let expired = false;
  let timer = new AbortController();
  const expire = (): void => {
    expired = true;
    controller.abort(new DOMException("The time limit was reached", "TimeoutError"));
  };
  const start = (): void => {
    timer = new AbortController();
    if (ms === 0) return;
    clock.sleep(ms, timer.signal).then(expire, () => undefined); // stopped: it is over, or somebody is being asked
  };
  const stop = (): void => controller.abort(outer.reason);
  if (outer.aborted) stop();
  else outer.addEventListener("abort", stop, { once: true });
  start();
  return {
    signal: controller.signal,
    expired: () => expired,
    whileAsking: async (work) => {
      timer.abort();
      return work().finally(start);
    },
    [Symbol.dispose]: () => {
      timer.abort();
      outer.removeEventListener("abort", stop);
    },
  };
}
