import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

test("key order and white space do not matter, values do", () => {
  expect(canonicalJson(JSON.parse('{ "b": 1, "a": { "d": [1, -0], "c": null } }'))).toBe(
    '{"a":{"c":null,"d":[1,0]},"b":1}',
  );
});

test("canonical text parses back to the same value and is its own canonical form", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});
