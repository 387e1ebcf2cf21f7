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
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let controller: AbortController | null = null; // several deadlines a step are only waited for
  let expired = false;
  let end: { readonly reason: unknown } | null = null;
  const finish = (reason: unknown): void => {
    end ??= { reason };
    controller?.abort(reason);
    resolve();
  };
  const expire = (): void => {
    expired = true;
    finish(new DOMException("The time limit was reached", "TimeoutError"));
  };
  const timer = setTimeout(expire, ms);
  const stop = (): void => {
    clearTimeout(timer);
    finish(outer.reason);
  };
  if (outer.aborted) stop();
  else outer.addEventListener("abort", stop, { once: true });
  return {
    get signal() {
      controller ??= new AbortController();
      if (end !== null) controller.abort(end.reason);
      return controller.signal;
    },
    over,
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
