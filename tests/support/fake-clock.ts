import type { Clock, Deadline } from "../../src/domain/clock.ts";

type Timer = { due: number; fire: () => void };

/** Time that moves only when a test says so. */
export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();
  /** How long each sleep was asked to take, in order. */
  readonly sleeps: number[] = [];

  constructor(start = 1_750_000_000_000) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;

  readonly sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    this.sleeps.push(ms);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = this.#add(ms, resolve);
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    try {
      await promise;
    } finally {
      this.#timers.delete(timer);
      signal.removeEventListener("abort", stop);
    }
  };

  readonly deadline = (ms: number, outer: AbortSignal): Deadline => {
    const controller = new AbortController();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    controller.signal.addEventListener("abort", () => resolve(), { once: true });
    let expired = false;
    const timer = this.#add(ms, () => {
      expired = true;
      controller.abort(new DOMException("The time limit was reached", "TimeoutError"));
    });
    const stop = (): void => {
      this.#timers.delete(timer);
      controller.abort(outer.reason);
    };
    if (outer.aborted) stop();
    else outer.addEventListener("abort", stop, { once: true });
    return {
      signal: controller.signal,
      over,
      expired: () => expired,
      extend: () => void (timer.due = this.#now + ms),
      [Symbol.dispose]: () => {
        this.#timers.delete(timer);
        outer.removeEventListener("abort", stop);
      },
    };
  };

  /** Moves time; everything due on the way happens in order, and what it sets going runs before the next. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settle();
    for (let timer = this.#next(); timer !== undefined && timer.due <= until; timer = this.#next()) {
      await this.#fire(timer);
    }
    this.#now = until;
  }

  /** Moves time to the next thing due, as often as needed, until `work` is settled. */
  async runUntil<T>(work: Promise<T>): Promise<T> {
    const watch = { settled: false };
    const done = work.finally(() => void (watch.settled = true));
    done.catch(() => undefined); // whoever awaits the result sees it
    await settle();
    while (!watch.settled) {
      const timer = this.#next();
      if (timer === undefined) await settle();
      else await this.#fire(timer);
    }
    return done;
  }

  /** When the next thing happens; null: nothing is waited for. */
  get nextDue(): number | null {
    return this.#next()?.due ?? null;
  }

  #add(ms: number, fire: () => void): Timer {
    const timer = { due: this.#now + ms, fire };
    this.#timers.add(timer);
    return timer;
  }

  #next(): Timer | undefined {
    return [...this.#timers].toSorted((a, b) => a.due - b.due)[0];
  }

  async #fire(timer: Timer): Promise<void> {
    this.#now = Math.max(this.#now, timer.due);
    this.#timers.delete(timer);
    timer.fire();
    await settle();
  }
}

/** Lets promises, immediate callbacks and reads of files run out; a few rounds, since one may start the next. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round = readsFiles() ? 0 : round + 1)
    await new Promise((resolve) => setImmediate(resolve));
}

function readsFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => resource.startsWith("FSReq"));
}
