import type { Migration } from "./migration.ts";

/** Why nothing is summed up just now, beside until when and after how many vain attempts. */
export const compressionState: Migration = {
  version: 4,
  destructive: false,
  up: (db) => db.exec("ALTER TABLE sessions ADD COLUMN compression_state TEXT"),
};
