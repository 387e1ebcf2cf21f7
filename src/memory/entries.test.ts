import fc from "fast-check";
import { expect, test } from "vitest";
import { charsIn } from "../text/code-points.ts";
import { joinEntries, parseEntries, sizeOf, usageText } from "./entries.ts";

const pieces = fc.array(fc.constantFrom("a", "b ", " ", "§", "\n§\n", "\n", "\r\n", "§ ", "\ufeff", "😀", "\u2028"), {
  maxLength: 30,
});
const anyFile = pieces.map((parts) => parts.join(""));

test("what was parsed and joined reads the same again", () => {
  fc.assert(
    fc.property(anyFile, (text) => {
      const entries = parseEntries(text);
      expect(parseEntries(joinEntries(entries))).toEqual(entries);
      expect(charsIn(joinEntries(entries))).toBe(sizeOf(entries));
    }),
  );
});

const letters = (source: string): Set<string> => new Set(source.replaceAll(/[\s§\ufeff]/gu, ""));

test("parsing loses nothing but blanks, separators and repeated entries", () => {
  fc.assert(
    fc.property(anyFile, (text) => {
      expect(letters(joinEntries(parseEntries(text)))).toEqual(letters(text));
    }),
  );
});

test.each([
  [0, 2_200, "0% — 0/2,200 chars"],
  [1_474, 2_200, "67% — 1,474/2,200 chars"],
  [2_199, 2_200, "99% — 2,199/2,200 chars"],
  [1_234_567, 100, "100% — 1,234,567/100 chars"],
])("%d of %d is shown as %s", (size, limit, text) => {
  expect(usageText(size, limit)).toBe(text);
});
