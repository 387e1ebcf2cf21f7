/** One at a time, in the order of asking. */
export type Mutex = {
  /** null: the signal came first, and the work was not begun. */
  readonly run: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T | null>;
};

export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let held = false;
  const passOn = (): void => {
    const next = waiting.shift();
    if (next === undefined) held = false;
    else next();
  };
  return {
    run: async (work, signal) => {
      if (signal.aborted) return null;
      if (held && !(await turnComes(waiting, signal))) return null;
      held = true;
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}

function turnComes(waiting: (() => void)[], signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const go = (): void => {
      signal.removeEventListener("abort", leave);
      resolve(true);
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(go), 1);
      resolve(false);
    };
    waiting.push(go);
    signal.addEventListener("abort", leave, { once: true });
  });
}
