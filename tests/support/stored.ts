import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type Stored = {
  /** `role: content`, in order. */
  readonly messages: readonly string[];
  /** The exit reason of each turn. */
  readonly turns: readonly string[];
};

/** What is on disk, read past the program. */
export function stored(home: string, sessionId: string | null = null): Stored {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  const column = (sql: string): readonly string[] =>
    db
      .prepare(`${sql} WHERE ?1 IS NULL OR session_id = ?1 ORDER BY id`)
      .all(sessionId)
      .map((row) => String(row["line"]));
  return {
    messages: column("SELECT role || ': ' || coalesce(content, '') AS line FROM messages"),
    turns: column("SELECT exit_reason AS line FROM turns"),
  };
}
