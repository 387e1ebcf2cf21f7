import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { newSession, storeOptions, temporaryStore } from "../../../tests/support/temporary-store.ts";
import type { Store } from "../store.ts";

const found = (store: Store, query: string): number => store.search(query).hits.length;

function waiting(path: string): number {
  using db = new DatabaseSync(path, { readOnly: true });
  return Number(db.prepare("SELECT count(*) AS n FROM unindexed").get()?.["n"]);
}

test("a step only notes its messages; a search finds them all the same, also after a crash", async () => {
  const options = storeOptions();
  {
    using store = await temporaryStore(options);
    await store.sessions.create(newSession("a"));
    for (let n = 0; n < 250; n++)
      await store.openJournal(null).append("a", { role: "user", content: `needle ${n}` }, "t");
    expect(waiting(options.path)).toBe(250);
  } // the turn never ended
  using store = await temporaryStore(options);
  expect([found(store, "needle"), found(store, "249"), waiting(options.path)]).toEqual([1, 1, 0]);
});

test("a search that may not write answers with what is indexed", async () => {
  const options = storeOptions();
  using store = await temporaryStore(options);
  await store.sessions.create(newSession("a"));
  await store.openJournal(null).append("a", { role: "user", content: "needle" }, "t");
  using lock = new DatabaseSync(options.path);
  lock.exec("BEGIN IMMEDIATE");
  expect(found(store, "needle")).toBe(0);
  lock.exec("ROLLBACK");
  expect(found(store, "needle")).toBe(1);
});
