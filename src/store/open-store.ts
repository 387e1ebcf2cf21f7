import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock, Rng } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { type PersistenceCause, PersistenceError } from "../domain/turn-journal.ts";
import { ensurePrivateFolder } from "../disk/folders.ts";
import { storePhrases } from "../text/phrases/store.ts";
import { archive } from "./archive.ts";
import { askedCommands } from "./asked-commands.ts";
import { connect, type Connection } from "./connection.ts";
import { nodeStore } from "./context-nodes.ts";
import { conversationMessages } from "./conversation-messages.ts";
import { gatewayDoor } from "./gateway/door.ts";
import { imageFiles, noImageFiles } from "./image-files.ts";
import { openJournal } from "./journal.ts";
import { leaseTable } from "./leases.ts";
import { messageRows } from "./message-rows.ts";
import { migrate, schemaVersion } from "./migrations/migrate.ts";
import { migrations } from "./migrations/list.ts";
import { persistenceFailure } from "./persistence-failure.ts";
import { createPrivateFile } from "./private-file.ts";
import type { ProcessIdentity } from "../disk/process-identity.ts";
import { discover } from "./search/discover.ts";
import { recall } from "./search/recall.ts";
import { feedAll } from "./search/feed-index.ts";
import { searchIndex } from "./search/search-index.ts";
import { sessionTable } from "./sessions.ts";
import type { Store } from "./store.ts";
import { strangerIn } from "./stranger.ts";
import { useBestJournal } from "./use-best-journal.ts";

/** The path of a store that touches no disk and is gone with its process. */
export const inMemory = ":memory:";

export type StoreOptions = {
  /** A file, or `inMemory`. */
  readonly path: string;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly process: ProcessIdentity;
  readonly isAlive: (pid: number, startTime: string) => boolean;
  /** "off" searches by scanning even where an index could be had. */
  readonly fullText?: "auto" | "off";
};

export type StoreOpening =
  | { readonly kind: "opened"; readonly store: Store }
  | { readonly kind: "refused"; readonly reason: PersistenceCause | "foreign"; readonly message: string };

const stallMs = 10; // what the event loop may stand still for a lock; beyond that we wait asynchronously
const journalBytes = 32 * 1024 * 1024;
const newestSchema = migrations.at(-1)?.version ?? 0;

/** Opens the database of a profile, creating or bringing it up to date as needed. What stands in the way is named. */
export async function openStore(options: StoreOptions): Promise<StoreOpening> {
  try {
    return await open(options);
  } catch (error) {
    const failure = persistenceFailure(error, options.path);
    if (!(failure instanceof PersistenceError)) throw error;
    return { kind: "refused", reason: failure.reason, message: failure.message };
  }
}

async function open(options: StoreOptions): Promise<StoreOpening> {
  const { path, log } = options;
  if (path !== inMemory) makeFile(path);
  const db = new DatabaseSync(path, { timeout: stallMs });
  try {
    const connection = connect(db, { ...options, readOnly: null });
    const found = await connection.patiently(() => strangerIn(db, path) ?? schemaVersion(db));
    if (typeof found === "string") {
      db.close();
      return { kind: "refused", reason: "foreign", message: found };
    }
    if (found > newestSchema) return { kind: "opened", store: readOnlyStore(db, options, found) };
    db.exec(`PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = ${journalBytes}`); // first: a new file then waits for the disk once less
    if (path !== inMemory) await useBestJournal(connection, log);
    if (found < newestSchema) await migrate(connection, migrations);
    return { kind: "opened", store: storeOn(connection, options) };
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
}

function makeFile(path: string): void {
  ensurePrivateFolder(dirname(path));
  createPrivateFile(path); // SQLite gives the journal files the mode of this one
}

function readOnlyStore(db: DatabaseSync, options: StoreOptions, version: number): Store {
  db.close();
  const reading = new DatabaseSync(options.path, { timeout: stallMs, readOnly: true });
  const readOnly = storePhrases.newerSchema(options.path, version, newestSchema);
  return storeOn(connect(reading, { ...options, readOnly }), options);
}

function storeOn(connection: Connection, options: StoreOptions): Store {
  const { clock, rng } = options;
  const index = searchIndex(connection, options.fullText ?? "auto");
  const images = options.path === inMemory ? noImageFiles : imageFiles(dirname(options.path));
  const rows = messageRows(connection, images, index, clock);
  const search: Store["search"] = (query, wish = {}) => {
    feedAll({ connection, rows, index });
    return connection.read(() => discover({ connection, rows, index }, query, wish));
  };
  return {
    path: connection.path,
    readOnly: connection.readOnly,
    sessions: sessionTable({ connection, rows, index, leases: options, clock, rng }),
    leases: leaseTable(connection, options),
    openJournal: (lease) => openJournal({ connection, rows, index, clock, rng }, lease),
    nodes: (conversationId, engine, fence) => nodeStore({ connection, clock, rng }, { conversationId, engine, fence }),
    messages: (conversationId) => conversationMessages({ connection, rows, search }, conversationId),
    search,
    recall: recall(connection, rows),
    archive: archive(connection, rows, index),
    insights: async () => (await import("./insights/insights.ts")).insights(connection),
    recording: async (id) => (await import("./recording.ts")).recordingOf(connection, rows, id),
    askedCommands: () => askedCommands(connection),
    gateway: gatewayDoor(connection, options),
    [Symbol.dispose]: () => {
      if (connection.db.isOpen) connection.db.close();
    },
  };
}
