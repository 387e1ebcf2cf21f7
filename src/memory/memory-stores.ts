import { dirname, join } from "node:path";
import { withFileLock } from "../disk/file-lock.ts";
import { ensurePrivateFolder } from "../disk/folders.ts";
import type { Clock, Rng } from "../domain/clock.ts";
import type { InjectionScan } from "../domain/injection-scan.ts";
import type { Log } from "../domain/log.ts";
import type { MemorySnapshot, MemoryTarget, StoreSnapshot } from "../domain/memory.ts";
import { parseEntries, sizeOf, usageText } from "./entries.ts";
import { changeFile, poisonedOperation, type Change } from "./change-file.ts";
import type { Operation } from "./operation.ts";
import { listedEntries, promptEntry } from "./poisoned.ts";
import { codeOf, readStoreFile } from "./store-file.ts";

export type MemorySettings = {
  readonly home: string;
  readonly enabled: Readonly<Record<MemoryTarget, boolean>>;
  readonly limits: Readonly<Record<MemoryTarget, number>>;
};

export type MemoryDeps = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly scan: InjectionScan;
};

/** MEMORY.md and USER.md of one home. Every change starts from what the file holds at that moment. */
export type MemoryStores = {
  /** The stores that are switched on. */
  readonly targets: readonly MemoryTarget[];
  readonly change: (target: MemoryTarget, operations: readonly Operation[]) => Promise<Change>;
  /** What a model may see of the entries, poisoned ones by number; empty when the file cannot be read. */
  readonly listed: (target: MemoryTarget) => readonly string[];
  /** For a prompt that is built now. A file that cannot be read is left out with a warning. */
  readonly snapshot: () => MemorySnapshot;
};

const files = { memory: "MEMORY.md", user: "USER.md" } as const;
const both: readonly MemoryTarget[] = ["memory", "user"];
const patienceMs = 10_000;
const oldestMs = 30_000;

export function createMemoryStores(settings: MemorySettings, deps: MemoryDeps): MemoryStores {
  const { enabled, limits } = settings;
  const pathOf = (target: MemoryTarget): string => join(settings.home, "memories", files[target]);
  const snapshotOf = (target: MemoryTarget): StoreSnapshot | null =>
    enabled[target] ? takeSnapshot(pathOf(target), files[target], limits[target], deps) : null;
  return {
    targets: both.filter((target) => enabled[target]),
    change: async (target, operations) => {
      if (!enabled[target]) return refused("disabled", `The ${target} store is switched off. Nothing was changed.`);
      const poisoned = poisonedOperation(operations, deps.scan);
      return poisoned ?? change(pathOf(target), { limit: limits[target], operations }, deps);
    },
    listed: (target) => {
      const file = readStoreFile(pathOf(target));
      return file.kind === "text" ? listedEntries(parseEntries(file.text), deps.scan) : [];
    },
    snapshot: () => ({ memory: snapshotOf("memory"), user: snapshotOf("user") }),
  };
}

async function change(
  path: string,
  wanted: { readonly limit: number; readonly operations: readonly Operation[] },
  { clock, rng, log, scan }: MemoryDeps,
): Promise<Change> {
  try {
    ensurePrivateFolder(dirname(path));
    const outcome = await withFileLock(path, { clock, rng, patienceMs, oldestMs }, (stillHeld) =>
      changeFile(path, wanted.operations, { limit: wanted.limit, scan, nowMs: clock.now(), stillHeld }),
    );
    return outcome.kind === "done" ? outcome.value : busy;
  } catch (error) {
    log("warning", "memory.unwritten", { path, error: String(error) });
    return refused("disk", `The memory file could not be written (${codeOf(error)}). Nothing was changed.`);
  }
}

function takeSnapshot(path: string, name: string, limit: number, { scan, log }: MemoryDeps): StoreSnapshot | null {
  const file = readStoreFile(path);
  if (file.kind === "unreadable") {
    log("warning", "memory.unreadable", { path, why: file.why });
    return null;
  }
  const entries = parseEntries(file.text);
  if (entries.length === 0) return null;
  const shown = entries.map((entry) => promptEntry(entry, name, scan));
  const hidden = shown.filter((entry, index) => entry !== entries[index]).length;
  if (hidden > 0) log("warning", "memory.entries_blocked", { path, hidden });
  return { entries: shown, usage: usageText(sizeOf(entries), limit) };
}

function refused(why: "disk" | "busy" | "disabled", message: string): Change {
  return { kind: "refused", why, operation: null, message, details: {} };
}

const busy = refused("busy", "The memory file is busy: another process is writing it. Nothing was changed.");
