export type Lanes = {
  /** Runs after all that was given for this key before. The work deals with its own failures. */
  readonly run: (key: string, work: () => Promise<void>) => void;
  readonly running: () => readonly Promise<void>[];
};

/** One thing after the other for each key, everything else at the same time. */
export function createLanes(): Lanes {
  const lanes = new Map<string, Promise<void>>();
  return {
    run: (key, work) => {
      const before = lanes.get(key);
      const now = (before === undefined ? work() : before.then(work)).finally(() => {
        if (lanes.get(key) === now) lanes.delete(key);
      });
      lanes.set(key, now);
    },
    running: () => [...lanes.values()],
  };
}
