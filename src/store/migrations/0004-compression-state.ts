import type { Migration } from "./migration.ts";

/** Why nothing is summed up just now, beside until when and after how many vain attempts. */
export const compressionState: Migration = {
  version: 4,
  destructive: false,
  up: (db) => {
    const isThere = db.prepare("SELECT 1 FROM pragma_table_info('sessions') WHERE name = 'compression_state'").get();
    if (isThere === undefined) db.exec("ALTER TABLE sessions ADD COLUMN compression_state TEXT");
  },
};
