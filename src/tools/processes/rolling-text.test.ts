import fc from "fast-check";
import { expect, test } from "vitest";
import { createRollingText } from "./rolling-text.ts";

test("the end of what was pushed is kept, and nothing is lost from the count", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 30 })),
      fc.integer({ min: 2, max: 50 }),
      (pieces, most) => {
        const rolling = createRollingText(most);
        for (const piece of pieces) rolling.push(piece);
        const all = pieces.join("");
        const text = rolling.text();
        expect(all.endsWith(text)).toBe(true);
        expect(text.length).toBeLessThanOrEqual(most);
        expect(text.length).toBeGreaterThanOrEqual(Math.min(all.length, most) - 1); // half a character may go too
        expect(rolling.dropped() + text.length).toBe(all.length);
        expect(text.isWellFormed()).toBe(true);
      },
    ),
  );
});
