import type { Migration } from "./migration.ts";

/** How often the provider's cache did not serve a session, by cause, and what that came to. */
export const cacheBreaks: Migration = {
  version: 5,
  destructive: false,
  up: (db) => {
    db.exec(`CREATE TABLE IF NOT EXISTS cache_breaks (
      session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
      cause TEXT NOT NULL,
      breaks INTEGER NOT NULL,
      missed_tokens INTEGER NOT NULL,
      cost_usd REAL,
      PRIMARY KEY (session_id, cause)
    ) STRICT, WITHOUT ROWID`);
  },
};
