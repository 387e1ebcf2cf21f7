import fc from "fast-check";
import { expect, test } from "vitest";
import { scrubbed } from "./scrubbed.ts";

test("every string is cleaned, keys included, and white space stays", () => {
  const dirty = { "k\u0000": ["a\ud800b", "x\u0007\uffff", "line\n\ttab\r"], n: 1, none: null };
  expect(scrubbed(dirty)).toEqual({ "k\ufffd": ["a\ufffdb", "x\ufffd\ufffd", "line\n\ttab\r"], n: 1, none: null });
});

test("what is clean keeps its identity, and cleaning twice changes nothing", () => {
  const strings = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(fc.dictionary(strings, fc.array(strings)), (value) => {
      const once = scrubbed(value);
      expect(scrubbed(once)).toBe(once);
      expect(JSON.stringify(once)).not.toMatch(/\\ud[89a-f]|\\u00[01][^9ad]/);
    }),
  );
});
