import type { Log } from "../domain/log.ts";
import { PersistenceError } from "../domain/turn-journal.ts";
import { storePhrases } from "../text/phrases/store.ts";
import type { Connection } from "./connection.ts";

/** Write-ahead logging, so that readers never wait; where the file system cannot share memory, the older journal. */
export async function useBestJournal(connection: Connection, log: Log): Promise<void> {
  if (modeOf(connection, "PRAGMA journal_mode") === "wal") return;
  const mode = await connection.patiently(() => modeOf(connection, "PRAGMA journal_mode = WAL"));
  if (mode === "wal") return;
  log("warning", "store.journal", { message: storePhrases.sharedMemoryMissing(connection.path) });
  modeOf(connection, "PRAGMA journal_mode = DELETE");
}

/** Shared memory that fails is an I/O error; the mode it leaves us with is whatever stood before. */
function modeOf({ db, read }: Connection, pragma: string): unknown {
  try {
    return read(() => db.prepare(pragma).get()?.["journal_mode"]);
  } catch (error) {
    if (error instanceof PersistenceError && error.reason === "disk") return "none";
    throw error;
  }
}
