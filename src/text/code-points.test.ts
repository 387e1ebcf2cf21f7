import fc from "fast-check";
import { expect, test } from "vitest";
import { charsIn, cutAtWord, firstChars } from "./code-points.ts";

test("a cut keeps whole characters and never more than was asked for", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", " ", "é", "😀", "\n") }), fc.nat({ max: 20 }), (text, count) => {
      const start = firstChars(text, count);
      expect(text.startsWith(start)).toBe(true);
      expect(charsIn(start)).toBe(Math.min(count, charsIn(text)));
      expect(start.isWellFormed()).toBe(true);
      expect(charsIn(cutAtWord(text, count))).toBeLessThanOrEqual(count);
    }),
  );
});

test("a word is not cut in two where a blank is near", () => {
  expect(cutAtWord("the quick brown fox", 12)).toBe("the quick");
  expect(cutAtWord("the quick", 12)).toBe("the quick");
  expect(cutAtWord("unbreakable", 5)).toBe("unbre");
});
