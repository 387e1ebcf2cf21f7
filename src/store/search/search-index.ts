import type { DatabaseSync } from "node:sqlite";
import type { Connection } from "../connection.ts";
import { indexText } from "../../text/index-text.ts";

/** Feeds the full-text table. Does nothing where SQLite was built without FTS5; a search then scans. */
export type SearchIndex = {
  readonly available: () => boolean;
  readonly add: (row: number, role: string, text: string) => void;
  /** Notes a row that is to be fed in later. */
  readonly later: (row: number) => void;
  readonly remove: (row: number) => void;
  readonly removeSession: (sessionId: string) => void;
  /** An empty index in place of the old one; false where there can be none. */
  readonly recreate: () => boolean;
};

const longestToolText = 4_000;

export function searchIndex({ db, statement }: Connection, mode: "auto" | "off"): SearchIndex {
  let known: boolean | null = mode === "off" ? false : null;
  const available = (): boolean => (known ??= hasIndex(db));
  /**
   * What is removed leaves a tombstone, whose row number is beyond what JavaScript's numbers hold; as the last one inserted
   * it would make each later `run` of the connection throw. So nobody asks for it, and a smaller one takes its place.
   */
  const remove = (sql: string, which: number | string): void => {
    statement(sql).all(which);
    db.exec("CREATE TEMP TABLE IF NOT EXISTS last_row (id INTEGER PRIMARY KEY)");
    statement("INSERT OR REPLACE INTO last_row (id) VALUES (0)").run();
  };
  return {
    available,
    add: (row, role, text) => {
      if (!available() || text === "") return;
      statement("INSERT INTO search_index (rowid, body, tool) VALUES (?, ?, ?)").run(row, ...indexEntry(role, text));
    },
    later: (row) => {
      if (available()) statement("INSERT OR IGNORE INTO unindexed (id) VALUES (?)").run(row);
    },
    remove: (row) => {
      if (available()) remove("DELETE FROM search_index WHERE rowid = ?", row);
    },
    recreate: () => {
      if (mode === "off" || !hasFts5(db)) return false;
      db.exec("DROP TABLE IF EXISTS search_index");
      createSearchIndex(db);
      db.exec("DELETE FROM unindexed");
      known = true;
      return true;
    },
    removeSession: (sessionId) => {
      const rows = "SELECT id FROM messages WHERE session_id = ?";
      if (available()) remove(`DELETE FROM search_index WHERE rowid IN (${rows})`, sessionId);
    },
  };
}

/** The columns `body` and `tool`: what tools returned is searched only when asked for, and only its beginning. */
export function indexEntry(role: string, text: string): readonly [string, string] {
  return role === "tool" ? ["", indexText(text.slice(0, longestToolText))] : [indexText(text), ""];
}

export function hasFts5(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").get() !== undefined;
}

/**
 * `prefix` keeps the first two and three letters of each word too: without it a prefix that covers most of the text merges
 * the lists of all its words on each search (made-up text, 100,000 messages of 60 words, ranking the newest 4,000: 314 ms
 * without, 12 with). It costs 0.1 ms of processor per append, and the index grows from 21 to 50 MB.
 */
export function createSearchIndex(db: DatabaseSync): void {
  db.exec(
    `CREATE VIRTUAL TABLE search_index
     USING fts5(body, tool, content='', contentless_delete=1, tokenize='unicode61', prefix='2 3')`,
  );
}

function hasIndex(db: DatabaseSync): boolean {
  const both = "SELECT 1 FROM sqlite_schema s, pragma_module_list m WHERE s.name = 'search_index' AND m.name = 'fts5'";
  return db.prepare(both).get() !== undefined;
}
