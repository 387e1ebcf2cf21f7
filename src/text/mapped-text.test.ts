import fc from "fast-check";
import { expect, test } from "vitest";
import { composed, mapText } from "./mapped-text.ts";

const crlf = (text: string) => mapText(text, /\r\n/g, () => "\n");
const dots = (text: string) => mapText(text, /…/g, () => "...");

test("places lead back to where they came from, and nowhere from inside a replacement", () => {
  const { text, source } = dots("a…b");
  expect(text).toBe("a...b");
  expect([0, 1, 2, 3, 4, 5].map(source)).toEqual([0, 1, null, null, 2, 3]);
});

test("cutting the source at places of the copy gives pieces that make the source again", () => {
  const anyText = fc
    .array(fc.constantFrom("a", "\n", "\r\n", "…", "b"), { maxLength: 30 })
    .map((some) => some.join(""));
  fc.assert(
    fc.property(anyText, fc.nat(40), (original, at) => {
      const inner = crlf(original);
      const { text, source } = composed(inner, dots(inner.text));
      const place = source(Math.min(at, text.length));
      if (place === null) return;
      const again = (part: string): string => dots(crlf(part).text).text;
      expect(again(original.slice(0, place))).toBe(text.slice(0, Math.min(at, text.length)));
      expect(again(original.slice(place))).toBe(text.slice(Math.min(at, text.length)));
    }),
  );
});
