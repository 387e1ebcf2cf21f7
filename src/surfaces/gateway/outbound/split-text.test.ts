import fc from "fast-check";
import { expect, test } from "vitest";
import type { LengthUnit } from "../../../domain/platform.ts";
import { lengthIn } from "./length-in.ts";
import { appended, smallestMarked, splitText } from "./split-text.ts";

const units: readonly LengthUnit[] = ["codepoint", "utf16", "bytes"];
const anyUnit = fc.constantFrom(...units);
const pieces = [
  "word ",
  "\n",
  "```ts\n",
  "```\n",
  "~~~\n",
  "``` title=x y\n",
  "`a b`",
  "``c ` d``",
  "👩‍👩‍👧",
  "🇩🇪",
  "漢字",
  "ééé",
  " ",
  "x".repeat(90),
  "line of words that goes on\n",
];
const anyText = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: "binary" })), {
    maxLength: 120,
  })
  .map((all) => all.join(""));

test("every part fits, and the parts cover the text without a gap", () => {
  fc.assert(
    fc.property(anyText, anyUnit, fc.integer({ min: 4, max: 700 }), (text, unit, limit) => {
      const parts = splitText(text, { limit, unit });
      expect(parts.filter((part) => lengthIn(part.text, unit) > limit)).toEqual([]);
      expect(parts.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text.trim() === "" ? "" : text);
      for (const part of parts) expect(part.text).toContain(text.slice(part.start, part.end).trim());
    }),
  );
});

test("numbers fit into the room that is kept for them", () => {
  fc.assert(
    fc.property(anyText, anyUnit, fc.integer({ min: smallestMarked, max: 700 }), (text, unit, limit) => {
      const parts = splitText(text, { limit, unit });
      if (parts.length < 2) return;
      const numbered = parts.map((part) => appended(part.text, " (100/100)"));
      expect(numbered.filter((part) => lengthIn(part, unit) > limit)).toEqual([]);
    }),
  );
});

test("a fenced block that a cut goes through is closed and opened again", () => {
  fc.assert(
    fc.property(anyText, anyUnit, fc.integer({ min: smallestMarked, max: 700 }), (text, unit, limit) => {
      expect(splitText(text, { limit, unit }).filter((part) => !isBalanced(part.text))).toEqual([]);
    }),
  );
});

test("whatever fits in no message is still cut up to its end", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 60 }),
      anyUnit,
      fc.integer({ min: 0, max: 3 }),
      (text, unit, limit) => {
        const parts = splitText(text, { limit, unit });
        expect(parts.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text.trim() === "" ? "" : text);
      },
    ),
  );
});

test("lines are kept together before words, and words before letters", () => {
  const text = "one two three\nfour five six seven";
  expect(splitText(text, { limit: 20, unit: "codepoint" }).map((part) => part.text)).toEqual([
    "one two three",
    "four five six seven",
  ]);
  expect(splitText("alpha beta gamma", { limit: 12, unit: "codepoint" }).map((part) => part.text)).toEqual([
    "alpha beta ",
    "gamma",
  ]);
  expect(splitText("abcdefgh", { limit: 3, unit: "codepoint" }).map((part) => part.text)).toEqual(["abc", "def", "gh"]);
});

test("characters made of many code points stay whole", () => {
  const flags = "🇩🇪🇫🇷🇮🇹🇪🇸";
  expect(splitText(flags, { limit: 3, unit: "codepoint" }).map((part) => part.text)).toEqual(["🇩🇪", "🇫🇷", "🇮🇹", "🇪🇸"]);
  expect(splitText("👩‍👩‍👧👩‍👩‍👧", { limit: 12, unit: "utf16" }).map((part) => part.text)).toEqual(["👩‍👩‍👧", "👩‍👩‍👧"]);
});

test("inline code is not cut", () => {
  const code = `\`${"a b ".repeat(10)}\``;
  const parts = splitText(`${"word ".repeat(55)}${code} ${"word ".repeat(20)}`, { limit: 300, unit: "codepoint" });
  expect(parts.filter((part) => part.text.includes(code))).toHaveLength(1);
});

test("a block goes on with its language, and its own closing fence is not doubled", () => {
  const code = Array.from({ length: 40 }, (_, line) => `const line${line} = ${line};`).join("\n");
  const parts = splitText(`Look:\n\`\`\`ts\n${code}\n\`\`\`\nDone.`, { limit: 320, unit: "utf16" });
  expect(parts.slice(1).every((part) => part.text.startsWith("```ts\nconst"))).toBe(true);
  expect(parts.map((part) => part.text).join("\n")).not.toContain("```ts\n```");
});

test("hostile texts take time by their length only", () => {
  const size = 400_000;
  const hostile = [
    "`".repeat(size),
    "` ``".repeat(size / 4),
    "```\n".repeat(size / 4),
    "~~~".repeat(size / 3),
    "\n".repeat(4 * size),
    `a${"\u0301".repeat(size)}`,
  ];
  const began = performance.now();
  for (const text of hostile) expect(splitText(text, { limit: 4_096, unit: "utf16" }).length).toBeLessThan(200);
  expect(performance.now() - began).toBeLessThan(20_000); // the line feeds alone would take a minute by their square
});

/** Told apart from the code under test: line by line, as a reader of Markdown would. */
function isBalanced(part: string): boolean {
  let open: string | null = null;
  for (const line of part.split("\n")) {
    const [, mark = "", info = ""] = /^[ \t]{0,8}(`{3,8}|~{3,8})([^`]{0,60})$/.exec(line) ?? [];
    if (mark === "") continue;
    if (open === null) open = mark;
    else if (mark.startsWith(open) && info.trim() === "") open = null;
  }
  return open === null;
}
