const longest = 256;

export type BoundedQueue = {
  /** Returns at once; when the queue is full the oldest entry goes. */
  readonly push: (item: unknown) => void;
  /** Resolves when everything pushed so far was handled or dropped. */
  readonly settled: () => Promise<void>;
};

type Around = {
  readonly later: (work: () => void) => void;
  readonly dropped: () => void;
};

/** Items one after another, away from whoever brought them. `handle` must not reject. */
export function boundedQueue(handle: (item: unknown) => Promise<void>, { later, dropped }: Around): BoundedQueue {
  const waiting: unknown[] = [];
  let running: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    await new Promise<void>(later);
    while (waiting.length > 0) await handle(waiting.shift());
    running = null;
  };
  return {
    push: (item) => {
      waiting.push(item);
      if (waiting.length > longest) {
        waiting.shift();
        dropped();
      }
      running ??= drain();
    },
    settled: () => running ?? Promise.resolve(),
  };
}
