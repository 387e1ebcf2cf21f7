import type { Migration } from "./migration.ts";

/** Messages that wait for the search index: a step only notes them, the end of a turn or the next search feeds them in. */
export const unindexed: Migration = {
  version: 3,
  destructive: false,
  up: (db) => {
    db.exec("CREATE TABLE IF NOT EXISTS unindexed (id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE)");
  },
};
