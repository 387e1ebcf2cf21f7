import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

type Row = Record<string, SQLOutputValue>;

const byRowid = [
  "sessions",
  "messages",
  "turns",
  "compressions",
  "context_nodes",
  "tool_runs",
  "approvals",
  "side_work",
  "cache_breaks",
  "routes",
  "platform_notes",
  "inbox",
  "outbox",
  "pairing",
  "pairing_locks",
];
const byKey = ["prompts", "usage"];

/** Copies every row that can still be read, around the pages that cannot, and mends what then points to nothing. */
export function recoverRows(damaged: DatabaseSync, fresh: DatabaseSync): void {
  fresh.exec("BEGIN IMMEDIATE");
  for (const table of byRowid) copy(fresh, table, () => aroundDamage(damaged, table));
  for (const table of byKey) copy(fresh, table, () => fromBothEnds(damaged, table));
  mend(fresh);
  fresh.exec("COMMIT");
}

function copy(fresh: DatabaseSync, table: string, rows: () => Iterable<Row>): void {
  const columns = fresh
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => String(name));
  const placeholders = columns.map(() => "?").join(", ");
  const insert = fresh.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.map((name) => `"${name}"`).join(", ")}) VALUES (${placeholders})`,
  );
  for (const row of rows()) {
    ignoringDamage(() => insert.run(...columns.map((column) => row[column] ?? null)));
  }
}

const patience = 1_000; // row by row first; beyond that the gap is large and the steps grow

/** Rows in order; where a page cannot be read, on behind it. */
function* aroundDamage(db: DatabaseSync, table: string): Generator<Row> {
  const last = lastRowid(db, table);
  let at = 0;
  let failures = 0;
  while (at < last) {
    try {
      for (const row of db
        .prepare(`SELECT rowid AS rowid_, * FROM ${table} WHERE rowid > ? ORDER BY rowid`)
        .iterate(at)) {
        at = Number(row["rowid_"]);
        failures = 0;
        yield row;
      }
      return;
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
      failures += 1;
      at += failures <= patience ? 1 : 2 ** Math.min(30, failures - patience);
    }
  }
}

function lastRowid(db: DatabaseSync, table: string): number {
  return (
    ignoringDamage(() => Number(db.prepare(`SELECT max(rowid) AS last FROM ${table}`).get()?.["last"] ?? 0)) ?? 2 ** 40
  );
}

/** Tables without row numbers: forwards as far as it goes, then backwards. */
function* fromBothEnds(db: DatabaseSync, table: string): Generator<Row> {
  const key = table === "prompts" ? "hash" : "session_id";
  for (const direction of ["ASC", "DESC"]) {
    try {
      yield* db.prepare(`SELECT * FROM ${table} ORDER BY ${key} ${direction}`).iterate();
      return;
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
    }
  }
}

function mend(fresh: DatabaseSync): void {
  fresh.exec(`
    INSERT INTO sessions (id, conversation_id, source, model, provider, started_at, last_activity_at, message_count)
      SELECT session_id, session_id, 'recovered', '', '', min(timestamp), max(timestamp), count(*) FROM messages
      WHERE session_id NOT IN (SELECT id FROM sessions) GROUP BY session_id;
    UPDATE sessions SET prompt_hash = NULL WHERE prompt_hash NOT IN (SELECT hash FROM prompts);
    UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id NOT IN (SELECT id FROM sessions);
    DELETE FROM turns WHERE session_id NOT IN (SELECT id FROM sessions);
    DELETE FROM usage WHERE session_id NOT IN (SELECT id FROM sessions);
    DELETE FROM side_work WHERE session_id NOT IN (SELECT id FROM sessions);
    DELETE FROM cache_breaks WHERE session_id NOT IN (SELECT id FROM sessions);
    DELETE FROM tool_runs WHERE session_id NOT IN (SELECT id FROM sessions);
    DELETE FROM approvals WHERE session_id NOT IN (SELECT id FROM sessions);
    DELETE FROM compressions WHERE session_id NOT IN (SELECT id FROM sessions);
    UPDATE routes SET session_id = NULL WHERE session_id NOT IN (SELECT id FROM sessions);
    UPDATE compressions SET new_session_id = NULL WHERE new_session_id NOT IN (SELECT id FROM sessions);
  `);
}

function ignoringDamage<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isDatabaseError(error)) return null;
    throw error;
  }
}

function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && "errcode" in error;
}
