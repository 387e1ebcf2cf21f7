import { DatabaseSync } from "node:sqlite";

const mostFindings = 10;

/** What SQLite finds wrong with a database file. Looks only: the file is opened for reading. */
export function integrityProblems(path: string): readonly string[] {
  using db = new DatabaseSync(path, { readOnly: true });
  return db
    .prepare(`PRAGMA integrity_check(${mostFindings})`)
    .all()
    .map(({ integrity_check: line }) => String(line))
    .filter((line) => line !== "ok");
}
