import { existsSync, renameSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { createPrivateFile } from "../private-file.ts";
import type { Connection } from "../connection.ts";
import type { Migration } from "./migration.ts";

/** Ours, in the file header: the letters "Herm". */
export const applicationId = 0x4865_726d;

/** Brings a database up to the newest step. Two processes may try at once: each step looks again inside its lock. */
export async function migrate(connection: Connection, steps: readonly Migration[]): Promise<void> {
  const version = connection.read(() => schemaVersion(connection.db));
  const pending = steps.filter((step) => step.version > version);
  if (version > 0 && pending.some((step) => step.destructive)) backUp(connection, version);
  for (const step of pending) await connection.write(() => advance(connection.db, step));
}

/** 0 for a database nothing was ever written to. */
export function schemaVersion(db: DatabaseSync): number {
  const known = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get();
  if (known === undefined) return 0;
  return Number(db.prepare("SELECT value FROM meta WHERE key = 'schema_version'").get()?.["value"] ?? 0);
}

function advance(db: DatabaseSync, step: Migration): void {
  if (schemaVersion(db) >= step.version) return; // somebody else was faster
  db.exec(`PRAGMA application_id = ${applicationId}`);
  db.exec("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID");
  step.up(db);
  db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('schema_version', ?)").run(String(step.version));
}

function backUp({ db, path }: Connection, version: number): void {
  const copy = `${path}.schema-${version}.bak`;
  if (existsSync(copy)) return; // an earlier try got this far
  const draft = `${copy}.draft`;
  rmSync(draft, { force: true });
  createPrivateFile(draft);
  db.prepare("VACUUM INTO ?").run(draft);
  renameSync(draft, copy); // a copy under this name is a whole one
}
