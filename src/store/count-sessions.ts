import { DatabaseSync } from "node:sqlite";

/** How many sessions a database holds. Looks only: nothing is migrated or repaired on the way. */
export function countSessions(path: string): number {
  using db = new DatabaseSync(path, { readOnly: true });
  return Number(db.prepare("SELECT count(*) AS count FROM sessions").get()?.["count"] ?? 0);
}
