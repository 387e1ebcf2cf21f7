import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { newSession, storeOptions, temporaryStore } from "../../../tests/support/temporary-store.ts";

test("a database from before figures is dated from what it holds, and damage in a row does not stop it", async () => {
  const options = storeOptions();
  {
    using store = await temporaryStore(options);
    await store.sessions.create(newSession("a"));
    await store.sessions.create(newSession("b"));
  }
  {
    using raw = new DatabaseSync(options.path);
    raw.exec(`DROP TABLE tool_runs; DROP TABLE approvals; DROP INDEX compressions_time; DROP INDEX messages_time;
      ALTER TABLE compressions DROP COLUMN at; UPDATE meta SET value = '5' WHERE key = 'schema_version';
      UPDATE sessions SET started_at = 77 WHERE id = 'b';
      INSERT INTO messages (session_id, role, content, timestamp, extra) VALUES ('a', 'user', 'x', 1, '{torn');
      INSERT INTO compressions (session_id, new_session_id, trigger, messages_before, messages_after, tokens_before,
        tokens_after, duration_ms, ok, record) VALUES ('a', 'b', 'manual', 9, 3, 900, 300, 5, 1, '{}'),
        ('a', NULL, 'manual', 9, 9, 900, 900, 5, 0, '{}')`);
  }
  using store = await temporaryStore(options);
  expect(store.readOnly).toBeNull();
  using now = new DatabaseSync(options.path);
  expect(now.prepare("SELECT at FROM compressions ORDER BY id").all()).toEqual([{ at: 77 }, { at: null }]);
  expect(now.prepare("SELECT count(*) AS runs FROM tool_runs").get()).toEqual({ runs: 0 });
});
