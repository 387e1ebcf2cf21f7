/** Keeps a session and its children from changing one file at the same time. */
export type PathLocks = {
  /** Runs the work alone on these real paths. Waiting ends with the signal, which throws. */
  readonly holding: <T>(realPaths: readonly string[], work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
};

export function createPathLocks(): PathLocks {
  const held = new Map<string, Promise<void>>();
  const take = async (path: string, signal: AbortSignal): Promise<() => void> => {
    for (let holder = held.get(path); holder !== undefined; holder = held.get(path)) await orAborted(holder, signal);
    const { promise, resolve } = Promise.withResolvers<void>();
    held.set(path, promise);
    return () => {
      held.delete(path);
      resolve();
    };
  };
  return {
    holding: async (paths, work, signal) => {
      const releases: (() => void)[] = [];
      try {
        for (const path of new Set(paths.toSorted())) releases.push(await take(path, signal)); // sorted: no two wait for each other
        return await work();
      } finally {
        for (const release of releases) release();
      }
    },
  };
}

async function orAborted(holder: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([holder, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
