import type { DatabaseSync } from "node:sqlite";
import { storePhrases } from "../text/phrases/store.ts";
import { applicationId } from "./migrations/migrate.ts";

/** Why a database is not ours to touch, or null. An empty one is ours to fill. */
export function strangerIn(db: DatabaseSync, path: string): string | null {
  const id = db.prepare("PRAGMA application_id").get()?.["application_id"];
  if (id === applicationId) return null;
  const names = db.prepare("SELECT name FROM sqlite_schema").all();
  if (id === 0 && names.length === 0) return null;
  return names.some(({ name }) => name === "sessions") ? storePhrases.foreign(path) : storePhrases.notOurs(path);
}
