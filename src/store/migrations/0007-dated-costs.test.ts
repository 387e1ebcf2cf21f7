import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { newSession, storeOptions, temporaryStore } from "../../../tests/support/temporary-store.ts";

test("side work and cache breaks that were added up per session get the day it was last active, and none is lost", async () => {
  const options = storeOptions();
  {
    using store = await temporaryStore(options);
    await store.sessions.create(newSession("a"));
  }
  {
    using raw = new DatabaseSync(options.path);
    raw.exec(`DROP TABLE side_work; DROP TABLE cache_breaks; UPDATE meta SET value = '6' WHERE key = 'schema_version';
      CREATE TABLE cache_breaks (session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE, cause TEXT NOT NULL,
        breaks INTEGER NOT NULL, missed_tokens INTEGER NOT NULL, cost_usd REAL, PRIMARY KEY (session_id, cause)
      ) STRICT, WITHOUT ROWID;
      UPDATE sessions SET last_activity_at = 77;
      INSERT INTO cache_breaks VALUES ('a', 'tools', 2, 500, 0.5), ('a', 'ttl', 1, 0, NULL);
      INSERT INTO usage VALUES ('a', 'm', 'p', '', 3, 30, 3, 0, 0, 0, 0.1), ('a', 'm', 'p', 'vision', 1, 10, 1, 0, 0, 0, NULL)`);
  }
  using store = await temporaryStore(options);
  expect(store.readOnly).toBeNull();
  using now = new DatabaseSync(options.path);
  const rowsOf = (sql: string) =>
    now
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  expect(rowsOf("SELECT at, cause, breaks, missed_tokens, cost_usd FROM cache_breaks ORDER BY cause")).toEqual([
    [77, "tools", 2, 500, 0.5],
    [77, "ttl", 1, 0, null],
  ]);
  expect(rowsOf("SELECT at, task, api_calls, input_tokens, cost_usd FROM side_work")).toEqual([
    [77, "vision", 1, 10, null],
  ]);
  expect(existsSync(`${options.path}.schema-6.bak`)).toBe(true);
});
