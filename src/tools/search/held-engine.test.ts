import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SearchEngine } from "./engine.ts";
import { heldEngine } from "./held-engine.ts";

const { signal } = new AbortController();
const asked = { glob: null, hidden: false, pattern: "x", context: 0, ignoreCase: false, literal: false };
const nothing = { kind: "found", found: [], complete: true, unreadable: true };

function place(): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hermes-held-")));
  for (const folder of ["work", "secret"]) mkdirSync(join(base, folder));
  writeFileSync(join(base, "work", "a.txt"), "plain");
  writeFileSync(join(base, "secret", "a.txt"), "hidden");
  return base;
}

/** An engine that reads only after somebody has had time for something else. */
const slow = (meanwhile: () => void): SearchEngine => ({
  lines: async ({ folder, file }) => {
    meanwhile();
    const name = file ?? readdirSync(folder)[0] ?? "";
    const found = [{ path: name, line: 1, text: readFileSync(join(folder, name), "utf8"), match: true }];
    return { kind: "found", found, complete: true, unreadable: false };
  },
  files: async () => ({ kind: "unavailable" }),
});

test.skipIf(process.platform !== "linux")(
  "a folder that becomes a link while it is searched is searched all the same",
  async () => {
    const base = place();
    const work = join(base, "work");
    const engine = slow(() => {
      renameSync(work, join(base, "aside"));
      symlinkSync(join(base, "secret"), work);
    });
    expect(await heldEngine(engine).lines({ ...asked, folder: work, file: null }, signal)).toMatchObject({
      found: [{ path: "a.txt", text: "plain" }],
    });
    expect(await heldEngine(slow(() => undefined)).lines({ ...asked, folder: work, file: null }, signal)).toEqual(
      nothing,
    );
  },
);

test("what was found in a file that became a link meanwhile is dropped, also when it was changed back", async () => {
  for (const isChangedBack of [false, true]) {
    const base = place();
    const [file, aside] = [join(base, "work", "a.txt"), join(base, "aside")];
    const reading = slow(() => {
      renameSync(file, aside);
      symlinkSync(join(base, "secret", "a.txt"), file);
    });
    const engine: SearchEngine = {
      ...reading,
      lines: async (query, stop) => {
        const answer = await reading.lines(query, stop);
        if (isChangedBack) renameSync(aside, file);
        return answer;
      },
    };
    expect(await heldEngine(engine).lines({ ...asked, folder: join(base, "work"), file: "a.txt" }, signal)).toEqual(
      nothing,
    );
  }
});

test("a file that stays what it is is searched", async () => {
  const query = { ...asked, folder: join(place(), "work"), file: "a.txt" };
  expect(await heldEngine(slow(() => undefined)).lines(query, signal)).toMatchObject({ found: [{ text: "plain" }] });
});
