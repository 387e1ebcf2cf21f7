import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Watch } from "../plugins/watch.ts";

const beatMs = 100;
const stallMs = 1_000;
const cells = { beat: 0, running: 1, waiting: 2 } as const;

export type StallWatch = Watch & Disposable;

export type StallDeps = {
  /** Where the watching thread leaves a line while the program stands still. */
  readonly logFiles: readonly string[];
  /** Afterwards, once per plugin and callback. */
  readonly stalled: (what: string, ms: number) => void;
};

/** Names the plugin whose code keeps the event loop from turning. Costs a thread, so it runs only beside plugins. */
export function startStallWatch({ logFiles, stalled }: StallDeps): StallWatch {
  const shared = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(workerFile(), { workerData: { shared, logFiles } });
  worker.unref();
  worker.on("error", () => undefined); // without it plugins are merely unwatched
  const beat = setInterval(() => void Atomics.add(shared, cells.beat, 1), beatMs).unref();
  const ids = new Map<string, number>();
  const told = new Set<string>();
  const tell = (label: string, ms: number): void => {
    if (!told.has(label)) stalled(label, ms);
    told.add(label);
  };
  worker.on("message", ({ label, ms }: { readonly label: string | null; readonly ms: number }) => {
    if (label !== null) tell(label, ms);
  });
  const idOf = (label: string): number => {
    const known = ids.get(label);
    if (known !== undefined) return known;
    const id = ids.size + 1;
    ids.set(label, id);
    worker.postMessage([id, label], []);
    return id;
  };
  return {
    run: watchedRun(shared, idOf, tell),
    [Symbol.dispose]: () => {
      clearInterval(beat);
      void worker.terminate();
    },
  };
}

/** Its own part is timed here; what it does after an await is only seen from the thread, as the newest that waits. */
function watchedRun(
  shared: Int32Array,
  idOf: (label: string) => number,
  tell: (label: string, ms: number) => void,
): Watch["run"] {
  const waiting: number[] = [];
  const settle = (id: number): void => {
    waiting.splice(waiting.lastIndexOf(id), 1);
    Atomics.store(shared, cells.waiting, waiting.at(-1) ?? 0);
  };
  return (label, work) => {
    const id = idOf(label);
    const before = Atomics.exchange(shared, cells.running, id);
    const startedMs = performance.now();
    try {
      const result = work();
      if (result instanceof Promise) {
        waiting.push(id);
        Atomics.store(shared, cells.waiting, id);
        const over = (): void => settle(id);
        result.then(over, over);
      }
      return result;
    } finally {
      Atomics.store(shared, cells.running, before);
      const ms = performance.now() - startedMs;
      if (ms > stallMs) tell(label, ms);
    }
  };
}

/** Beside the bundle, or beside the sources. */
function workerFile(): string {
  const bundled = join(import.meta.dirname, "stall-worker.mjs");
  return existsSync(bundled) ? bundled : join(import.meta.dirname, "stall-worker.ts");
}
