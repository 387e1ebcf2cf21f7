import type { Clock } from "../../domain/clock.ts";
import type { TimeLimits } from "./time-limits.ts";

const noticeMs = 30_000;
const ended = "the exchange is over"; // a reason of our own: the default one is an exception with a stack, made at every step

/**
 * Looks after the time of one exchange, which ends when `signal` aborts. Disposing ends the watch and not the exchange:
 * the last bytes behind an answer may still arrive, so that its connection can be used again.
 */
export type Watch = Disposable & {
  readonly signal: AbortSignal;
  /** An event of the answer came. */
  readonly alive: () => void;
  /** Which limit ran out, if one did. */
  readonly ranOut: () => { readonly code: "stale" | "deadline"; readonly limitMs: number } | null;
};

type Parts = {
  readonly clock: Clock;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal;
  readonly onSilence: (waitedMs: number) => void;
};

/** One timer for all limits: it sleeps to the next moment that matters, so a thousand chunks cost no timers. */
export function startWatch({ clock, limits, signal, onSilence }: Parts): Watch {
  const cut = new AbortController();
  const over = new AbortController();
  const started = clock.now();
  let lastSign = started;
  let silenceMs = limits.firstMs;
  let noticed = 0;
  let ranOut: ReturnType<Watch["ranOut"]> = null;

  const end = (reason: unknown): void => {
    cut.abort(reason);
    over.abort(ended);
  };
  const expire = (code: "stale" | "deadline", limitMs: number): void => {
    ranOut = { code, limitMs };
    end(new DOMException("The time limit was reached", "TimeoutError"));
  };
  const look = (): void => {
    const waitedMs = clock.now() - lastSign;
    if (waitedMs >= silenceMs) return expire("stale", silenceMs);
    if (clock.now() - started >= limits.requestMs) return expire("deadline", limits.requestMs);
    if (waitedMs < (noticed + 1) * noticeMs) return;
    noticed = Math.floor(waitedMs / noticeMs);
    onSilence(waitedMs);
  };
  const nextMs = (): number => {
    const due = Math.min(lastSign + silenceMs, lastSign + (noticed + 1) * noticeMs, started + limits.requestMs);
    return Math.max(0, Math.min(due - clock.now(), limits.gapMs)); // a first sign may shorten the patience meanwhile
  };
  const stop = (): void => end(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  void keepLooking(clock, over.signal, nextMs, look);
  return {
    signal: cut.signal,
    alive: () => {
      [lastSign, silenceMs, noticed] = [clock.now(), limits.gapMs, 0];
    },
    ranOut: () => ranOut,
    [Symbol.dispose]: () => {
      signal.removeEventListener("abort", stop);
      over.abort(ended);
    },
  };
}

async function keepLooking(clock: Clock, over: AbortSignal, nextMs: () => number, look: () => void): Promise<void> {
  while (!over.aborted) {
    using timer = clock.deadline(nextMs(), over);
    await timer.over;
    if (timer.expired()) look();
  }
}
