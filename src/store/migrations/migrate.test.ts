import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { noLog } from "../../domain/log.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import { temporaryHome } from "../../../tests/support/temporary-store.ts";
import { connect, type Connection } from "../connection.ts";
import { migrate, schemaVersion } from "./migrate.ts";
import { migrations } from "./list.ts";
import type { Migration } from "./migration.ts";

const step = (version: number, sql: string, destructive = false): Migration => ({
  version,
  destructive,
  up: (db) => db.exec(sql),
});
const first = step(1, "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('kept')");

function database(path = join(temporaryHome(), "hermes.db")): Connection {
  return connect(new DatabaseSync(path), { path, clock: new FakeClock(), rng: fakeRng(), log: noLog, readOnly: null });
}

test("steps are numbered from one without a gap", () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});

test("only what is new runs, and each step once", async () => {
  const connection = database();
  await migrate(connection, [first]);
  await migrate(connection, [first, step(2, "CREATE TABLE more (text TEXT)")]);
  await migrate(connection, [first, step(2, "CREATE TABLE more (text TEXT)")]);
  expect(schemaVersion(connection.db)).toBe(2);
  expect(connection.db.prepare("SELECT * FROM notes").all()).toEqual([{ text: "kept" }]);
});

test("a step that fails leaves the database as it was", async () => {
  const connection = database();
  await migrate(connection, [first]);
  const broken = step(2, "DELETE FROM notes; CREATE TABLE half (x); THIS IS NOT SQL");
  await expect(migrate(connection, [first, broken])).rejects.toThrow("syntax");
  expect(schemaVersion(connection.db)).toBe(1);
  expect(connection.db.prepare("SELECT * FROM notes").all()).toEqual([{ text: "kept" }]);
});

test("before a destructive step the whole database is copied, privately", async () => {
  const connection = database();
  await migrate(connection, [first]);
  await migrate(connection, [first, step(2, "DROP TABLE notes", true)]);
  const copy = `${connection.path}.schema-1.bak`;
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(existsSync(`${copy}.draft`)).toBe(false);
  expect(new DatabaseSync(copy).prepare("SELECT * FROM notes").all()).toEqual([{ text: "kept" }]);
});

test("two processes that create the database at once both find it complete", async () => {
  const path = join(temporaryHome(), "hermes.db");
  const [a, b] = [database(path), database(path)];
  await Promise.all([migrate(a, migrations), migrate(b, migrations)]);
  expect([schemaVersion(a.db), schemaVersion(b.db)]).toEqual([migrations.length, migrations.length]);
});
