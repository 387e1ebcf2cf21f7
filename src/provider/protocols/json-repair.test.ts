import fc from "fast-check";
import { expect, test } from "vitest";
import { argumentsText, canonicalArguments, parseRepaired, settleArguments } from "./json-repair.ts";

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

test("arguments on the wire are sorted and without white space, and {} when nothing can be read", () => {
  expect(canonicalArguments('{"b": 1, "a": {"d": 2, "c": 3}}')).toBe('{"a":{"c":3,"d":2},"b":1}');
  expect(canonicalArguments('{"a":"half')).toBe("{}");
});

test("fresh arguments keep their own text, and text that cannot be read is never turned into {}", () => {
  expect(settleArguments('{"b": 1}')).toEqual({ text: '{"b": 1}', state: "whole" });
  expect(settleArguments('{"a":1,}')).toEqual({ text: '{"a":1}', state: "whole" });
  expect(settleArguments('{"a":"half')).toEqual({ text: '{"a":"half', state: "truncated" });
  expect(settleArguments("{path: b}")).toEqual({ text: "{path: b}", state: "invalid" });
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

test("valid JSON is never changed by the repair, and losing its last closers is always mended", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
      const text = JSON.stringify(value);
      expect(parseRepaired(text)).toEqual(JSON.parse(text));
      expect(parseRepaired(text.replace(/[}\]]+$/, ""))).toEqual(JSON.parse(text));
    }),
  );
});
