import fc from "fast-check";
import { expect, test } from "vitest";
import { plainLine, plainText } from "./plain-text.ts";

test("escape sequences and control characters go, lines and tabs stay", () => {
  expect(plainText("\u001b[1ma\u001b[0m\r\n\tb\u0000\u0007\u009b2Jc\u001b]0;title\u0007d")).toBe("a\n\tbcd");
});

test("whatever the text, no control character but line feed and tab is printed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
      expect(plainText(`${text}\u0085`)).toMatch(/^[\P{Cc}\n\t]*$/u);
    }),
  );
});

test("a line is one line, shortened where it is too long and never in the middle of a character", () => {
  expect(plainLine(" a\n\n b\tc ", 10)).toBe("a b c");
  expect(plainLine("abcdef", 4)).toBe("abc…");
  expect(plainLine("ab😀cd", 4).isWellFormed()).toBe(true);
});
