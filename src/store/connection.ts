import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Clock, Rng } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { PersistenceError } from "../domain/turn-journal.ts";
import { persistenceFailure } from "./persistence-failure.ts";

/** One open database: statements prepared on first use, writes one after another, every failure named. */
export type Connection = {
  readonly path: string;
  readonly db: DatabaseSync;
  readonly readOnly: string | null;
  readonly statement: (sql: string) => StatementSync;
  readonly read: <T>(work: () => T) => T;
  /** One transaction. Waits its turn behind earlier writes, and asynchronously while others hold the lock. */
  readonly write: <T>(work: () => T) => Promise<T>;
  /** One transaction at once; throws where `write` would wait. */
  readonly writeNow: <T>(work: () => T) => T;
  /** Work that opens its own transaction, tried again while others hold the lock. */
  readonly patiently: <T>(work: () => T) => Promise<T>;
  /** Moves the journal into the file. Only upkeep: what was committed is safe, so a failure is logged and tried again later. */
  readonly checkpoint: () => void;
};

export type ConnectionOptions = {
  readonly path: string;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly readOnly: string | null;
};

const retries = 15;
/**
 * A checkpoint waits for the disk (4 to 14 ms on average while two processes wrote, up to 53, against 0.1 to 0.4 for a
 * commit), and so does the first commit after it. It belongs to the end of a turn; only a turn this long pays for one in
 * between, or its journal would grow without end. Worst stall of a writer, alternating on a busy machine, 20 readings each:
 * median 17 ms and two above 50 with 50 commits, 10 ms and one with 1,000.
 */
const commitsPerCheckpoint = 1_000;
const neverAborted = new AbortController().signal; // a stop must not tear a write off; the retries are bounded

export function connect(db: DatabaseSync, options: ConnectionOptions): Connection {
  const { path, clock, rng, log, readOnly } = options;
  const statements = new Map<string, StatementSync>();
  let earlier: Promise<unknown> = Promise.resolve();
  let commits = 0; // since the last checkpoint

  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const prepared = db.prepare(sql);
    statements.set(sql, prepared);
    return prepared;
  };
  const checkpoint = (): void => {
    commits = 0;
    try {
      db.prepare("PRAGMA wal_checkpoint(PASSIVE)").get();
    } catch (error) {
      log("warning", "store.checkpoint", { error: String(error) });
    }
  };
  const attempt = <T>(work: () => T): T => {
    const result = inTransaction({ db, statement }, work);
    commits += 1;
    if (commits >= commitsPerCheckpoint) checkpoint();
    return result;
  };
  const patiently = <T>(work: () => T): Promise<T> => whenFree(() => named(work, path), { clock, rng }, retries);

  return {
    path,
    db,
    readOnly,
    patiently,
    checkpoint,
    statement,
    read: (work) => named(work, path),
    writeNow: (work) => named(() => attempt(work), path),
    write: (work) => {
      if (readOnly !== null) return Promise.reject(new PersistenceError("read_only", readOnly));
      const result = earlier.then(() => patiently(() => attempt(work)));
      earlier = result.catch(() => undefined); // whoever awaits `result` learns of it; the queue goes on
      return result;
    },
  };
}

function named<T>(work: () => T, path: string): T {
  try {
    return work();
  } catch (error) {
    throw persistenceFailure(error, path);
  }
}

function inTransaction<T>({ db, statement }: Pick<Connection, "db" | "statement">, work: () => T): T {
  statement("BEGIN IMMEDIATE").run();
  try {
    const result = work();
    statement("COMMIT").run();
    return result;
  } catch (error) {
    if (db.isTransaction) statement("ROLLBACK").run(); // a full disk has already rolled back
    throw error;
  }
}

type Patience = { readonly clock: Clock; readonly rng: Rng };

async function whenFree<T>(attempt: () => T, patience: Patience, triesLeft: number): Promise<T> {
  try {
    return attempt();
  } catch (error) {
    const isBusy = error instanceof PersistenceError && error.reason === "locked";
    if (!isBusy || triesLeft === 0) throw error;
  }
  await patience.clock.sleep(patience.rng.between(20, 150), neverAborted);
  return whenFree(attempt, patience, triesLeft - 1);
}
