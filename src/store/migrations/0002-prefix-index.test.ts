import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Message } from "../../domain/message.ts";
import { newSession, storeOptions, temporaryStore } from "../../../tests/support/temporary-store.ts";
import type { Store } from "../store.ts";

const said: readonly Message[] = [
  { role: "user", content: [{ type: "text", text: "deployment 登录模块" }] },
  { role: "assistant", content: "understood" },
  { role: "tool", tool_call_id: "c", name: "t", tool_name: "t", content: "tooltext" },
];

const found = (store: Store, query: string, includeTools = false): readonly (number | undefined)[] =>
  store.search(query, { includeTools }).hits.map((hit) => hit.match_message_id);

test("an index from before prefixes is made anew, and everything is found as before", async () => {
  const options = storeOptions();
  {
    using store = await temporaryStore(options);
    await store.sessions.create(newSession("a"));
    for (const message of said) await store.openJournal(null).append("a", message, "t");
    await store.sessions.fork("a", "b");
  }
  {
    using old = new DatabaseSync(options.path);
    old.exec(`DROP TABLE search_index;
      CREATE VIRTUAL TABLE search_index USING fts5(body, tool, content='', contentless_delete=1, tokenize='unicode61');
      INSERT INTO messages (session_id, role, content, extra, timestamp) VALUES ('a', 'user', '[', '{"_parts":true}', 1);
      UPDATE meta SET value = '1' WHERE key = 'schema_version'`);
  }
  using store = await temporaryStore(options);
  expect(store.readOnly).toBeNull();
  expect(["dep*", "登录", "understood", "tooltext"].map((query) => found(store, query))).toEqual([[1], [1], [2], []]);
  expect(found(store, "tooltext", true)).toEqual([3]);
  using now = new DatabaseSync(options.path);
  expect(now.prepare("SELECT value FROM meta WHERE key = 'schema_version'").get()).toEqual({ value: "8" });
  expect(now.prepare("SELECT sql FROM sqlite_schema WHERE name = 'search_index'").get()?.["sql"]).toContain("prefix=");
});
