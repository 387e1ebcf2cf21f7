import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandWorld } from "../../../../tests/support/command-world.ts";
import { detectDanger } from "../detect-danger.ts";

const world = commandWorld();
afterAll(() => world[Symbol.dispose]());

const found = async (command: string): Promise<readonly string[]> =>
  (await detectDanger(command, world)).map(({ rule }) => rule);

test.each([
  ["create table a (b int);\n", []],
  ["-- drop table a\ninsert into a values ('drop table a');\n", []],
  ["create table a (b int);\nDROP TABLE b;\n", ["database-script"]],
  ["delete from a;\n", ["database-script"]],
  [`select 1;\n${" ".repeat(262_144)}`, ["database-script"]],
])("a script is looked into before it runs against a database: %j", async (text, rules) => {
  writeFileSync(join(world.cwd, "looked-into.sql"), text);
  for (const command of ["psql -f looked-into.sql", "mysql app < looked-into.sql", "cat looked-into.sql | psql"]) {
    expect([command, await found(command)]).toEqual([command, rules]);
  }
});

test("a script that the same line writes is not taken for what it was before", async () => {
  writeFileSync(join(world.cwd, "rewritten.sql"), "select 1;\n");
  expect(await found("psql -f rewritten.sql")).toEqual([]);
  expect(await found("make sql > rewritten.sql && psql -f rewritten.sql")).toEqual(["database-script"]);
});
