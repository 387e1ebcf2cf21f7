import fc from "fast-check";
import { expect, test } from "vitest";
import { createByteWindow } from "./byte-window.ts";

function windowed(pieces: readonly string[], bytes: number) {
  const window = createByteWindow(bytes);
  for (const piece of pieces) window.push(piece);
  return window.end();
}

test("what fits comes back whole, however it arrived", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (pieces) => {
      const text = pieces.join("");
      expect(windowed(pieces, Buffer.byteLength(text))).toEqual({ text, truncated: false });
    }),
  );
});

test("of what does not fit the beginning and the end stay, within the limit and without halves of characters", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", minLength: 1 })), fc.nat(60), (pieces, bytes) => {
      const text = pieces.join("");
      fc.pre(Buffer.byteLength(text) > bytes);
      const { text: shown, truncated } = windowed(pieces, bytes);
      const [head = "", tail = ""] = shown.split(`\n[${Buffer.byteLength(text) - bytes} bytes left out]\n`);
      expect(truncated).toBe(true);
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(bytes);
    }),
  );
});
