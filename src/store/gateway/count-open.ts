import { DatabaseSync } from "node:sqlite";

export type OpenCounts = { readonly messages: number; readonly answers: number; readonly pairings: number };

/** What waits in a gateway's tables. Looks only: a database from before them has nothing, and stays as it is. */
export function countOpen(path: string, nowMs: number): OpenCounts {
  using db = new DatabaseSync(path, { readOnly: true });
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'pairing'").get() !== undefined;
  if (!isThere) return { messages: 0, answers: 0, pairings: 0 };
  const count = (from: string, ...values: readonly number[]): number =>
    Number(db.prepare(`SELECT count(*) AS count FROM ${from}`).get(...values)?.["count"] ?? 0);
  return {
    messages: count("inbox WHERE state IN ('new', 'claimed')"),
    answers: count("outbox WHERE state IN ('pending', 'attempting')"),
    pairings: count("pairing WHERE state = 'pending' AND expires_at > ?", nowMs / 1_000),
  };
}
