import fc from "fast-check";
import { expect, test } from "vitest";
import { findReferences } from "./find-references.ts";

const tokens = (text: string): readonly string[] => findReferences(text).map(({ token }) => token);

const lines = (range: string) => findReferences(`@file:a:${range}`).map((each) => ("lines" in each ? each.lines : "?"));

test("files, folders, lines, quoted paths, git and addresses are references", () => {
  expect(
    findReferences('@file:a.ts @file:b.ts:10-25 @file:"my file.md":3 @folder:src/ @src @diff @staged @git:3 @git:99'),
  ).toEqual([
    { kind: "file", token: "@file:a.ts", path: "a.ts", lines: null },
    { kind: "file", token: "@file:b.ts:10-25", path: "b.ts", lines: { first: 10, last: 25 } },
    { kind: "file", token: '@file:"my file.md":3', path: "my file.md", lines: { first: 3, last: 3 } },
    { kind: "folder", token: "@folder:src/", path: "src/", lines: null },
    { kind: "any", token: "@src", path: "src", lines: null },
    { kind: "git", token: "@diff", args: ["diff"] },
    { kind: "git", token: "@staged", args: ["diff", "--staged"] },
    { kind: "git", token: "@git:3", args: ["log", "--patch", "-3"] },
    { kind: "git", token: "@git:99", args: ["log", "--patch", "-10"] },
  ]);
  expect(findReferences("@url:https://a.example/x?y=(1)")).toEqual([
    { kind: "url", token: "@url:https://a.example/x?y=(1)", url: "https://a.example/x?y=(1)" },
  ]);
});

test("lines are counted from 1; a range that ends before it begins is the whole file", () => {
  expect(["0-5", "7-3", "0"].map(lines)).toEqual([[{ first: 1, last: 5 }], [null], [{ first: 1, last: 1 }]]);
});

test("what follows in the sentence is not part of a reference, what belongs to the path is", () => {
  expect(tokens("see (@README.md), @a.txt; @b.txt! [@c.txt]: @d(1).txt? '@e.txt'...")).toEqual([
    "@README.md",
    "@a.txt",
    "@b.txt",
    "@c.txt",
    "@d(1).txt",
    "@e.txt",
  ]);
  expect(tokens("看@README.md，然后 @docs/说明.md。")).toEqual(["@README.md", "@docs/说明.md"]);
});

test("addresses of people, paths with an @ inside and a lone @ are no references; one said twice is one", () => {
  expect(tokens("ann@example.com x/@file:y a.@b é@x @ @. -@z")).toEqual([]);
  expect(tokens("@a @a, and @a")).toEqual(["@a"]);
});

test("every token stands in the text, none ends in punctuation, and no text is too odd or takes long", () => {
  const piece = fc.oneof(
    fc.constantFrom("@", "file:", '"', "'", "(", ")", ".", ":1-2", " ", "\n", "a", "，", "@diff", "@url:"),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      for (const token of tokens(text)) {
        expect(text).toContain(token);
        expect(token).toMatch(/^@.*(?:[^,.;!?]|["'`])$/su);
      }
    }),
  );
  for (const hostile of [`@${")".repeat(4_096)} `, '@"', "@file:", "@'\n", "@"]) {
    const started = performance.now();
    findReferences(hostile.repeat(Math.ceil(1_000_000 / hostile.length)));
    expect(performance.now() - started).toBeLessThan(5_000);
  }
});
