import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import { systemClock } from "../../app/system-clock.ts";
import { openAuthFile } from "./auth-file.ts";

const writer = join(import.meta.dirname, "../../../tests/support/auth-writer.ts");

test("three processes write to one auth.json at the same time and nothing is lost", { timeout: 60_000 }, async () => {
  const home = temporaryHome().path;
  const path = join(home, "auth.json");
  const names = ["a", "b", "c"];
  const outputs = await Promise.all(names.map((name) => promisify(execFile)(process.execPath, [writer, path, name])));
  expect(outputs.map(({ stdout }) => stdout)).toEqual(["", "", ""]);
  const file = openAuthFile({ path, clock: systemClock, rng: fakeRng(), warn: () => undefined });
  const expected = names.flatMap((name) => Array.from({ length: 20 }, (_, number) => `${name}-${number}`));
  expect(
    file
      .rows("mistral")
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(expected.toSorted());
  expect(readdirSync(home)).toEqual(["auth.json"]);
});
