import fc from "fast-check";
import { expect, test } from "vitest";
import { argumentsText, parseRepaired } from "./json-repair.ts";

test.each([
  ["", {}],
  ["  \n", {}],
  ["None", {}],
  ['{"a":1,}', { a: 1 }],
  ['{"a":[1,2,],}', { a: [1, 2] }],
  ['{"a":{"b":1', { a: { b: 1 } }],
  ['{"a":1}}]', { a: 1 }],
  ['{"a":"x\ny\tz"}', { a: "x\ny\tz" }],
  ['{"a":"},]",}', { a: "},]" }],
])("%j is near enough to JSON to be read", (text, value) => {
  expect(parseRepaired(text)).toEqual(value);
});

test.each(['{"a":"half', '{"a":', "{path: b}", '{"a" 1}', "[".repeat(60), `{"a":1${"}".repeat(60)}`])(
  "%s would have to be guessed",
  (text) => {
    expect(parseRepaired(text)).toBeUndefined();
  },
);

test("valid JSON is never changed by the repair, and losing its last closers is always mended", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
      const text = JSON.stringify(value);
      expect(parseRepaired(text)).toEqual(JSON.parse(text));
      expect(parseRepaired(text.replace(/[}\]]+$/, ""))).toEqual(JSON.parse(text));
    }),
  );
});

test("long arguments with a small mistake are mended in one pass", () => {
  const started = performance.now();
  expect(parseRepaired(`[${"[1],".repeat(100_000)}]`)).toHaveLength(100_000);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("arguments that are no string become one", () => {
  expect([{ a: 1 }, [1], 5, true, null, undefined, " "].map(argumentsText)).toEqual([
    '{"a":1}',
    "[1]",
    "5",
    "true",
    "{}",
    "{}",
    "{}",
  ]);
});
