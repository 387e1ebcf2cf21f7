/** At most so many at a time; who waits can be stopped. */
export type Slots = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return async (work, signal) => {
    signal.throwIfAborted();
    if (free > 0) free -= 1;
    else await turnIn(waiting, signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}

async function turnIn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = (): void => {
    waiting.splice(waiting.indexOf(resolve), 1);
    reject(signal.reason);
  };
  waiting.push(resolve);
  signal.addEventListener("abort", leave, { once: true });
  try {
    await promise;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
