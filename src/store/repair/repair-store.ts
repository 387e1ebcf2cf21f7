import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { PersistenceError } from "../../domain/turn-journal.ts";
import { hasLiveLease, isStoreInUse } from "../live-leases.ts";
import { openStore, type StoreOptions } from "../open-store.ts";
import { persistenceFailure } from "../persistence-failure.ts";
import type { DamagedMessage, IndexReport, Store } from "../store.ts";
import { strangerIn } from "../stranger.ts";
import { recoverRows } from "./recover-rows.ts";

export type RepairOutcome =
  | { readonly kind: "missing" }
  | { readonly kind: "in-use" }
  | { readonly kind: "refused"; readonly message: string }
  | ({ readonly kind: "healthy" } & IndexReport)
  | ({ readonly kind: "recovered"; readonly backup: string } & Recovered);

type Recovered = {
  readonly sessions: number;
  readonly messages: number;
  readonly damaged: readonly DamagedMessage[];
};

/** A sound database gets a new index. A damaged one is copied aside first, and replaced only by a whole new file. */
export async function repairStore(options: StoreOptions): Promise<RepairOutcome> {
  if (!existsSync(options.path)) return { kind: "missing" };
  const diagnosis = diagnose(options);
  if (diagnosis.kind === "stranger") return { kind: "refused", message: diagnosis.message };
  if (diagnosis.kind === "in-use") return { kind: "in-use" };
  return diagnosis.kind === "sound" ? reindex(options) : recover(options);
}

type Diagnosis =
  | { readonly kind: "sound" | "damaged" | "in-use" }
  | { readonly kind: "stranger"; readonly message: string };

function diagnose(options: StoreOptions): Diagnosis {
  try {
    using db = new DatabaseSync(options.path, { timeout: 1_000 });
    const message = strangerIn(db, options.path);
    if (message !== null) return { kind: "stranger", message };
    if (isSound(db)) return { kind: "sound" };
    return { kind: hasLiveLease(db, options) ? "in-use" : "damaged" };
  } catch (error) {
    const failure = persistenceFailure(error, options.path);
    if (!(failure instanceof PersistenceError)) throw error;
    if (failure.reason === "corrupt") return { kind: isStoreInUse(options) ? "in-use" : "damaged" };
    if (failure.reason === "locked") return { kind: "in-use" };
    throw failure;
  }
}

/** A broken index alone is no damage: it is rebuilt anyway. */
function isSound(db: DatabaseSync): boolean {
  const findings = db.prepare("PRAGMA integrity_check(100)").all();
  return findings.every(({ integrity_check: line }) => line === "ok" || String(line).includes("FTS5 table"));
}

async function reindex(options: StoreOptions): Promise<RepairOutcome> {
  using store = await opened(options);
  if (store.readOnly !== null) return { kind: "refused", message: store.readOnly };
  return { kind: "healthy", ...(await store.archive.rebuildIndex()) };
}

async function recover(options: StoreOptions): Promise<RepairOutcome> {
  const { path } = options;
  const stamp = new Date(options.clock.now()).toISOString().replaceAll(/[-:]|\.\d+/gu, "");
  const backup = `${path}.damaged-${stamp}`;
  const draft = `${path}.recovered`;
  for (const suffix of ["", "-wal"]) {
    if (existsSync(path + suffix)) copyFileSync(path + suffix, backup + suffix);
  }
  removeDatabase(draft);
  const found = await fill({ ...options, path: draft }, backup);
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  renameSync(draft, path);
  return { kind: "recovered", ...found, backup };
}

async function fill(options: StoreOptions, backup: string): Promise<Recovered> {
  (await opened(options))[Symbol.dispose](); // makes the tables
  {
    using damaged = new DatabaseSync(backup);
    using fresh = new DatabaseSync(options.path, { enableForeignKeyConstraints: false });
    recoverRows(damaged, fresh);
  }
  using store = await opened(options);
  const { damaged } = await store.archive.rebuildIndex();
  const { sessions, messages } = store.archive.stats();
  return { sessions, messages, damaged };
}

async function opened(options: StoreOptions): Promise<Store> {
  const opening = await openStore(options);
  if (opening.kind === "opened") return opening.store;
  throw new PersistenceError(opening.reason === "foreign" ? "unknown" : opening.reason, opening.message);
}

function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}
