import fc from "fast-check";
import { expect, test } from "vitest";
import { shorten } from "./shorten.ts";

test("a shortened text has its first three quarters and its last quarter, and says how much is missing", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 4, max: 100 }), (text, limit) => {
      const short = shorten(text, limit, (missing) => `${missing} left out`);
      const head = Math.floor(limit * 0.75);
      const [first, last] = [text.slice(0, head), text.slice(text.length - (limit - head))];
      const cut = `${first}\n\n[${text.length - limit} left out]\n\n${last}`;
      expect(short).toBe(text.length <= limit ? text : cut);
    }),
  );
});

test("half a character at the cut is no character", () => {
  expect(shorten("a😀bcdefg", 3, () => "…").isWellFormed()).toBe(true);
});
