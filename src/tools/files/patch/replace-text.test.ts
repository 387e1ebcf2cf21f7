import fc from "fast-check";
import { expect, test } from "vitest";
import { replaceText, type Replaced } from "./replace-text.ts";

function replaced(file: string, old: string, replacement: string): Replaced {
  return replaceText(file, { old, replacement, all: false });
}

/** The strategy that found it, and the new text. */
function found(file: string, old: string, replacement: string): readonly string[] {
  const result = replaced(file, old, replacement);
  return result.kind === "replaced" ? [result.strategy, result.text] : [result.kind];
}

test.each([
  ["exact", "a b c", "b", "x", "a x c"],
  ["line-trimmed", "  a = 1  \n  b = 2\n", "a = 1\nb = 2", "a = 1\nb = 3", "  a = 1  \n  b = 3\n"],
  ["whitespace-collapsed", "x; a\t=   1; y\n", "a = 1;", "a = 2;", "x; a\t=   2; y\n"],
  ["indentation-ignored", "\tif  (a)\n\t\tb();\n", "if (a)\nb();", "if (a)\nc();", "\tif  (a)\n\t\tc();\n"],
  ["unescaped", "one\n\ttwo\n", "one\\n\\ttwo", "one\\n\\tthree", "one\n\tthree\n"],
  ["boundary-trimmed", "a\n  b\nc\n", "\n\nb\nc\n\n", "\n\nb\nd\n\n", "a\n  b\nd\n"],
  ["typography-folded", "say “hi” – now…\n", 'say "hi" - now...', 'say "hi" - later...', "say “hi” – later…\n"],
])("%s", (...[strategy, file, old, replacement, result]) => {
  expect(found(file, old, replacement)).toEqual([strategy, result]);
});

test("form is forgiven, words are not", () => {
  expect(found("x = 1\ny = 2\nz = 3\n", "x = 1\ny = 3\nz = 3", "")).toEqual(["missing"]);
  expect(found("ab\n", "a b", "c")).toEqual(["missing"]);
  expect(found("First\n", "first", "x")).toEqual(["missing"]);
});

test("lines the model left alone stay as they are, tabs, trailing spaces and quotes included", () => {
  const file = "\tkey\t= “a”  \n\tother = 1\n\tlast\n";
  const sent = 'key = "a"\nother = 2\nnew = "x"\nlast';
  expect(found(file, 'key = "a"\nother = 1\nlast', sent)).toEqual([
    "typography-folded",
    '\tkey\t= “a”  \n\tother = 2\n\tnew = "x"\n\tlast\n',
  ]);
});

test("tabs stay tabs where spaces were sent, at deeper levels too", () => {
  const file = "f() {\n\tif (a) {\n\t\tb();\n\t}\n}\n";
  const sent = "  if (a) {\n    for (;;) {\n      c();\n    }\n  }";
  expect(found(file, "  if (a) {\n    b();\n  }", sent)).toEqual([
    "line-trimmed",
    "f() {\n\tif (a) {\n\t\tfor (;;) {\n\t\t\tc();\n\t\t}\n\t}\n}\n",
  ]);
});

test("a quotation without its indentation brings new levels in the unit of the file", () => {
  const file = "a:\n    b:\n        c: 1\n";
  expect(found(file, "c: 1 ", "c:\n  d: 1\n  e:\n    f: 2")).toEqual([
    "line-trimmed",
    "a:\n    b:\n        c:\n            d: 1\n            e:\n                f: 2\n",
  ]);
});

test("line ends, byte order mark and the end of the file stay", () => {
  expect(found("\uFEFFa\r\nb\r\n", "a\nb", "c\nd\ne")).toEqual(["exact", "\uFEFFc\r\nd\r\ne\r\n"]);
  expect(found("a\nb", "b\n", "c\n")).toEqual(["exact", "a\nc"]);
  expect(found("a\nb\n", "b\n", "c")).toEqual(["exact", "a\nc\n"]);
  expect(found("a\nb\n", "b\n", "b")).toEqual(["exact", "a\nb"]); // here the line feed is the point
  expect(found("a\r\nb\nc\n", "b", "x\ny")).toEqual(["exact", "a\r\nx\ny\nc\n"]);
});

test("escaped quotes that the file does not have are refused, unless they were quoted exactly", () => {
  expect(found("  say('it')\n", "say('it') ", String.raw`say(\'that\')`)).toEqual(["escaped-quotes"]);
  expect(found('a = "x"\n', 'a = "x"', String.raw`a = "\"x\""`)).toEqual(["exact", String.raw`a = "\"x\""` + "\n"]);
});

test("several places are told by their lines, or all changed", () => {
  const file = "x\ny\nx\n";
  expect(replaced(file, "x", "z")).toEqual({ kind: "ambiguous", places: [1, 3] });
  expect(replaceText(file, { old: "x", replacement: "z", all: true })).toMatchObject({ text: "z\ny\nz\n" });
});

const piece = fc.constantFrom("a", "b", " ", "  ", "\t", "\n", "\r\n", "x = 1", "“", '"', "…", "...", "ü", "\\n");
const anyText = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));
const misquoted = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replaceAll(/[ \t]+/g, " "),
  (text) => text.replaceAll(/^[ \t]+|[ \t]+$/gm, ""),
  (text) => text.replaceAll("“", '"').replaceAll("…", "..."),
  (text) => text.replaceAll("\r\n", "\n").replaceAll("\n", "\\n").replaceAll("\t", "\\t"),
  (text) => `\n${text}\n\n`,
);

test("whatever is quoted, and however: what lies before and behind it stays, byte for byte", () => {
  const used = new Set<string>();
  fc.assert(
    fc.property(anyText, anyText, anyText, anyText, misquoted, (...[head, inside, tail, sent, misquote]) => {
      const region = `BEGIN${inside}END`;
      const [before, behind] = [`${head}\n|\n`, `\n|\n${tail}`];
      const result = replaced(before + region + behind, misquote(region), sent);
      if (result.kind !== "replaced") return;
      used.add(result.strategy);
      expect(result.text.startsWith(before)).toBe(true);
      expect(result.text.endsWith(behind)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(used.size).toBeGreaterThan(4); // or it would prove little
});

test("a change that only forgives form keeps every line around it", () => {
  const line = fc.constantFrom("one", "\ttwo  ", "  three", "“four”", "", "five\t5");
  fc.assert(
    fc.property(fc.array(line), fc.array(line), fc.constantFrom("\n", "\r\n"), (head, tail, end) => {
      const region = ["    begin {", "\t  value   = 1", "    }"];
      const file = [...head, ...region, ...tail].map((one) => one + end).join("");
      const result = replaced(file, "begin {\nvalue = 1\n}", "begin {\nvalue = 2\nmore = 3\n}");
      const kept = (lines: readonly string[]): string => lines.map((one) => one + end).join("");
      expect(result).toMatchObject({ kind: "replaced", replacements: 1 });
      if (result.kind !== "replaced") return;
      expect(result.text.startsWith(kept([...head, "    begin {", "\t  value   = 2"]))).toBe(true);
      expect(result.text.endsWith(kept(["    }", ...tail]))).toBe(true);
    }),
  );
});

test("the inverse of an exact change gives the file back", () => {
  const word = fc
    .array(fc.constantFrom("a", "b", " ", "\t", "ü", "“", "{", "}"), { maxLength: 8 })
    .map((some) => some.join(""));
  const lines = fc.array(word, { maxLength: 5 }).map((some) => some.join("\n"));
  fc.assert(
    fc.property(lines, lines, lines, lines, fc.constantFrom("\n", "\r\n"), (...[head, old, sent, tail, end]) => {
      const [from, to] = [`OLD${old}OLD`, `NEW${sent}NEW`];
      const file = `first\n${head}${from}${tail}`.replaceAll("\n", end);
      const there = replaced(file, from, to);
      expect(there).toMatchObject({ kind: "replaced", strategy: "exact" });
      if (there.kind !== "replaced") return;
      expect(replaced(there.text, to, from)).toMatchObject({ kind: "replaced", text: file });
    }),
  );
});
