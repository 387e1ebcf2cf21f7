import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { noLog } from "../domain/log.ts";
import { newSession, storeOptions, temporaryHome, temporaryStore } from "../../tests/support/temporary-store.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { fakeRng } from "../../tests/support/fake-rng.ts";
import { connect, type Connection } from "./connection.ts";
import { openStore } from "./open-store.ts";
import { useBestJournal } from "./use-best-journal.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("file, journal files and folder are private from their first moment", async () => {
  const path = join(temporaryHome(), "deep", "home", "hermes.db");
  using store = await temporaryStore({ path });
  await store.sessions.create(newSession("a"));
  expect([path, `${path}-wal`, `${path}-shm`, dirname(path)].map(modeOf)).toEqual([0o600, 0o600, 0o600, 0o700]);
});

test("what one opening wrote the next one reads", async () => {
  const options = storeOptions();
  using first = await temporaryStore(options);
  await first.sessions.create(newSession("a", { title: "Plans" }));
  await first.openJournal(null).append("a", { role: "user", content: "hello" }, "t1");
  first[Symbol.dispose]();
  using second = await temporaryStore(options);
  expect(second.sessions.history("a")).toEqual([{ role: "user", content: "hello" }]);
  expect(second.sessions.get("a")).toMatchObject({ title: "Plans", message_count: 1, conversation_id: "a" });
  expect(second.sessions.prompt("a")).toEqual({ text: "You are Hermes.", meta: { layers: [] } });
});

test("[SF-D3] a newer schema opens for reading only; another program's database is refused and not touched", async () => {
  const options = storeOptions();
  using store = await temporaryStore(options);
  await store.sessions.create(newSession("a"));
  store[Symbol.dispose]();
  const raw = new DatabaseSync(options.path);
  raw.exec("UPDATE meta SET value = '99' WHERE key = 'schema_version'");
  raw.close();
  using newer = await temporaryStore(options);
  expect(newer.readOnly).toContain("newer Hermes (schema 99, this one knows 8)");
  expect(newer.sessions.get("a")?.id).toBe("a");
  await expect(newer.sessions.end("a", "user_exit")).rejects.toMatchObject({ reason: "read_only" });

  const other = join(temporaryHome(), "hermes.db");
  const theirs = new DatabaseSync(other);
  theirs.exec("CREATE TABLE sessions (id TEXT); INSERT INTO sessions VALUES ('theirs')");
  theirs.close();
  const before = readFileSync(other);
  const opening = await openStore(storeOptions({ path: other }));
  expect(opening).toMatchObject({ kind: "refused", reason: "foreign" });
  expect(opening.kind === "refused" && opening.message).toContain("hermes sessions import");
  expect(readFileSync(other)).toEqual(before);
});

test("a database of another program without sessions is left alone too", async () => {
  const path = join(temporaryHome(), "hermes.db");
  const theirs = new DatabaseSync(path);
  theirs.exec("CREATE TABLE bookmarks (id TEXT); PRAGMA application_id = 77");
  theirs.close();
  expect(await openStore(storeOptions({ path }))).toMatchObject({ kind: "refused", reason: "foreign" });
});

test("a file that is no database, and a folder in its place, are refused in one line", async () => {
  const path = join(temporaryHome(), "hermes.db");
  writeFileSync(path, "no database at all, but long enough to be looked at".repeat(20));
  const folder = join(temporaryHome(), "hermes.db");
  mkdirSync(folder);
  const openings = [await openStore(storeOptions({ path })), await openStore(storeOptions({ path: folder }))];
  expect(openings).toMatchObject([
    { kind: "refused", reason: "corrupt" },
    { kind: "refused", reason: "read_only" },
  ]);
  for (const opening of openings) expect(opening.kind === "refused" && opening.message).not.toContain("\n");
});

test("a database locked for good gives up after fifteen jittered waits and names the cause", async () => {
  const clock = new FakeClock();
  const options = storeOptions({ clock });
  using store = await temporaryStore(options);
  await store.sessions.create(newSession("a"));
  using other = new DatabaseSync(options.path);
  other.exec("BEGIN IMMEDIATE");
  const write = store.openJournal(null).append("a", { role: "user", content: "x" }, "t");
  await expect(clock.runUntil(write)).rejects.toMatchObject({ name: "PersistenceError", reason: "locked" });
  expect(clock.sleeps).toHaveLength(15);
  expect(clock.sleeps.every((ms) => ms >= 20 && ms < 150)).toBe(true);
});

test("writes keep their order while the first of them has to wait", async () => {
  const clock = new FakeClock();
  const options = storeOptions({ clock });
  using store = await temporaryStore(options);
  await store.sessions.create(newSession("a"));
  using other = new DatabaseSync(options.path);
  other.exec("BEGIN IMMEDIATE");
  const journal = store.openJournal(null);
  const writes = ["one", "two", "three"].map((content) => journal.append("a", { role: "user", content }, "t"));
  await clock.advance(10);
  other.exec("COMMIT");
  await clock.runUntil(Promise.all(writes));
  expect(store.sessions.history("a").map(({ content }) => content)).toEqual(["one", "two", "three"]);
});

test("a full disk is named, and what was there before is still readable", async () => {
  const options = storeOptions();
  using store = await temporaryStore(options);
  await store.sessions.create(newSession("a"));
  await store.openJournal(null).append("a", { role: "user", content: "kept" }, "t");
  store[Symbol.dispose]();
  using full = await openOn(options.path);
  await expect(
    full.write(() => full.db.exec("CREATE TABLE big AS SELECT zeroblob(10000000) AS b")),
  ).rejects.toMatchObject({ reason: "disk" });
  using again = await temporaryStore(options);
  expect(again.sessions.history("a")).toEqual([{ role: "user", content: "kept" }]);
});

/** A connection whose database may not grow: SQLite reports what it reports on a full disk. */
async function openOn(path: string): Promise<Connection & Disposable> {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA max_page_count = 1");
  const connection = connect(db, { path, clock: new FakeClock(), rng: fakeRng(), log: noLog, readOnly: null });
  return { ...connection, [Symbol.dispose]: () => db.close() };
}

test("a file system without shared memory gets the older journal and one warning", async () => {
  const path = join(temporaryHome(), "hermes.db");
  using db = new DatabaseSync(new URL(`file://${path}?vfs=unix-dotfile`)); // a VFS that cannot share memory
  const events: string[] = [];
  const connection = connect(db, { path, clock: new FakeClock(), rng: fakeRng(), log: noLog, readOnly: null });
  await useBestJournal(connection, (level, event) => void events.push(`${level} ${event}`));
  expect(events).toEqual(["warning store.journal"]);
  expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "delete" });
});
