import type { Clock, Deadline } from "../domain/clock.ts";

/** Real time. Its timers keep the process alive, as a pending wait should. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      const stop = (): void => {
        clearTimeout(timer);
        reject(reasonOf(signal));
      };
      signal.addEventListener("abort", stop, { once: true });
    }),
  deadline: (ms, signal) => startDeadline(ms, signal),
};

function startDeadline(ms: number, outer: AbortSignal): Deadline {
  const controller = new AbortController();
  let expired = false;
  const expire = (): void => {
    expired = true;
    controller.abort(new DOMException("The time limit was reached", "TimeoutError"));
  };
  const timer = setTimeout(expire, ms);
  const stop = (): void => {
    clearTimeout(timer);
    controller.abort(outer.reason);
  };
  if (outer.aborted) stop();
  else outer.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    expired: () => expired,
    extend: () => void timer.refresh(),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", stop);
    },
  };
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException("Aborted", "AbortError");
}
