import { appendFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Runs in a thread of its own and looks at a counter the main thread raises ten times a second. When it stands still a
 * line is left in the logs: should the program never come back, they say whose code it was in.
 */
const tickMs = 100;
const ticksOfAStall = 10; // counted, not measured: a machine that slept has not stalled

const cells = { beat: 0, running: 1, waiting: 2 } as const;
const labels = new Map<number, string>();

function watch(shared: Int32Array, logFiles: readonly string[]): void {
  let beat = 0;
  let ticks = 0;
  setInterval(() => {
    const now = Atomics.load(shared, cells.beat);
    if (now !== beat) {
      if (ticks >= ticksOfAStall) parentPort?.postMessage({ label: labelIn(shared), ms: ticks * tickMs }, []);
      [beat, ticks] = [now, 0];
      return;
    }
    ticks += 1;
    if (ticks === ticksOfAStall) report(labelIn(shared), logFiles);
  }, tickMs);
}

function labelIn(shared: Int32Array): string | null {
  const id = Atomics.load(shared, cells.running) || Atomics.load(shared, cells.waiting);
  return labels.get(id) ?? null;
}

function report(what: string | null, logFiles: readonly string[]): void {
  if (what === null) return; // nobody's plugin
  const at = new Date().toISOString();
  const line = `${JSON.stringify({ at, level: "warning", event: "plugin.stalled", what, ms: ticksOfAStall * tickMs })}\n`;
  for (const file of logFiles) {
    try {
      appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // a log that cannot be written stops nothing
    }
  }
}

type Setup = { readonly shared: Int32Array; readonly logFiles: readonly string[] };

function isSetup(value: unknown): value is Setup {
  return typeof value === "object" && value !== null && "shared" in value && "logFiles" in value;
}

const setup: unknown = workerData;
if (isSetup(setup)) {
  parentPort?.on("message", ([id, label]: [number, string]) => void labels.set(id, label));
  watch(setup.shared, setup.logFiles);
}
