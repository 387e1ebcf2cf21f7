import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wallsStand } from "./remembered-walls.ts";

function machine(works: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "walls-"));
  const program = join(folder, "bwrap");
  writeFileSync(program, "");
  let trials = 0;
  const ask = (home = folder): boolean =>
    wallsStand({
      folder: home,
      path: `/nowhere:${folder}`,
      trial: () => {
        trials += 1;
        return works ? { kind: "works" } : { kind: "fails", why: "no" };
      },
    });
  return { ask, program, folder, trials: () => trials };
}

test("a trial that worked is not repeated until the program is another one", () => {
  const { ask, program, trials } = machine(true);
  expect([ask(), ask(), trials()]).toEqual([true, true, 1]);
  utimesSync(program, 1, 1);
  expect([ask(), trials()]).toEqual([true, 2]);
  rmSync(program);
  expect([ask(), ask(), trials()]).toEqual([true, true, 4]);
});

test("a trial that failed is repeated each time", () => {
  const { ask, trials } = machine(false);
  expect([ask(), ask(), trials()]).toEqual([false, false, 2]);
});

test("where nothing can be remembered it is tried again, and nothing fails", () => {
  const { ask, folder, trials } = machine(true);
  const file = join(folder, "file");
  writeFileSync(file, "");
  chmodSync(file, 0o400);
  expect([ask(file), ask(file), trials()]).toEqual([true, true, 2]);
});
