import fc from "fast-check";
import { expect, test } from "vitest";
import { findReferences } from "../../../session/references/find-references.ts";
import { FakeClock } from "../../../../tests/support/fake-clock.ts";
import { rankPaths } from "./rank-paths.ts";
import { referenceAt, referenceItems } from "./reference-items.ts";
import { foldersOf, WorkspaceFiles } from "./workspace-files.ts";

const files = ["src/app/main.ts", "src/app/domain.ts", "docs/main page.md", "README.md"];
const values = (typed: string): readonly string[] => referenceItems(typed, files).map(({ value }) => value);

test("an @ begins a reference at the start of a word, and not inside an address", () => {
  expect(["@", "see @fi", "(@src/a", 'x @file:"a b', "me@host", "a@"].map(referenceAt)).toEqual([
    "@",
    "@fi",
    "@src/a",
    '@file:"a b',
    null,
    null,
  ]);
});

test("an @ alone offers all forms and the files, a form its own kind", () => {
  expect(values("@").slice(0, 7)).toEqual(["@file:", "@folder:", "@diff", "@staged", "@git:", "@url:", "@README.md"]);
  expect(values("@sta")).toEqual(["@staged"]);
  expect(values("@file:main")).toEqual([
    "@file:src/app/main.ts",
    '@file:"docs/main page.md"',
    "@file:src/app/domain.ts",
  ]);
  expect(values("@folder:a")).toEqual(["@folder:src/app/"]);
  expect(values("@git:1")).toEqual(["@git:1", "@git:10"]);
  expect(values("@url:x")).toEqual([]);
});

test("a file that is offered is the file that is found, whatever its name", () => {
  const anyPart = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .filter((name) => !/[/\p{Cc}]/u.test(name) && !/["'`]/.test(name.slice(1)));
  fc.assert(
    fc.property(fc.array(anyPart, { minLength: 1, maxLength: 3 }), (parts) => {
      const path = parts.join("/");
      const [item] = referenceItems("@file:", [path]);
      expect(findReferences(`see ${item?.value ?? ""} there`)).toMatchObject([{ kind: "file", path }]);
    }),
  );
});

test("names that begin with what was typed come first, letters in order come last", () => {
  expect(rankPaths(["a/xmain.ts", "m/a/i/n", "main.ts", "b/main.ts", "other"], "main", 9)).toEqual([
    "main.ts",
    "b/main.ts",
    "a/xmain.ts",
    "m/a/i/n",
  ]);
});

test("every folder above a file is a folder, once", () => {
  expect(foldersOf(["a/b/c.ts", "a/d.ts", "e.ts"]).toSorted()).toEqual(["a/", "a/b/"]);
});

test("files are listed once in a while, and an old list serves while the new one is made", async () => {
  const clock = new FakeClock();
  const lists = [["one"], ["two"]];
  const asked: string[] = [];
  const list = async (folder: string): Promise<readonly string[]> => {
    asked.push(folder);
    return lists[asked.length - 1] ?? [];
  };
  const workspace = new WorkspaceFiles(list, clock, new AbortController().signal);
  expect(await Promise.all([workspace.in("/w"), workspace.in("/w")])).toEqual([["one"], ["one"]]);
  await clock.advance(10_001);
  expect(await workspace.in("/w")).toEqual(["one"]);
  await clock.advance(1);
  expect(await workspace.in("/w")).toEqual(["two"]);
  expect(asked).toEqual(["/w", "/w"]);
});
