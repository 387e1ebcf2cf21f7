import fc from "fast-check";
import { expect, test } from "vitest";
import { coerceArguments } from "./coerce.ts";

const coerced = (value: unknown, schema: object, defs: object = {}): unknown =>
  coerceArguments({ x: value }, { type: "object", properties: { x: schema }, $defs: defs })["x"];

test.each([
  ["42", 42],
  ["-7", -7],
  ["42.0", 42],
  ["3.5", "3.5"],
  ["9007199254740993", "9007199254740993"],
  ["", ""],
])("as an integer %j becomes %j", (given, expected) => expect(coerced(given, { type: "integer" })).toBe(expected));

test.each([
  ["3.5", 3.5],
  ["10", 10],
  ["NaN", "NaN"],
  ["inf", "inf"],
  ["1e999", "1e999"],
  ["abc", "abc"],
  ["0x10", "0x10"],
])("as a number %j becomes %j", (given, expected) => expect(coerced(given, { type: "number" })).toBe(expected));

test.each([
  ["true", true],
  ["FALSE", false],
  ["1", "1"],
  ["yes", "yes"],
])("as a boolean %j becomes %j", (given, expected) => expect(coerced(given, { type: "boolean" })).toBe(expected));

test("JSON text becomes the list or object it describes, if the type fits", () => {
  const list = { type: "array", items: { type: "integer" } };
  expect(coerced('["1", 2]', list)).toEqual([1, 2]);
  expect(coerced('{"a":"1"}', { type: "object", properties: { a: { type: "integer" } } })).toEqual({ a: 1 });
  expect(coerced("[1]", { type: "object" })).toBe("[1]");
});

test("a single value where a list is wanted becomes a list of one", () => {
  const list = { type: "array", items: { type: "string" } };
  expect(coerced("a", list)).toEqual(["a"]);
  expect(coerced('["a', list)).toEqual(['["a']);
  expect(coerced(5, { type: "array" })).toEqual([5]);
  expect(coerced({ a: 1 }, list)).toEqual({ a: 1 });
  expect(
    coerced('{"id":"7"}', { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } }),
  ).toEqual([{ id: 7 }]);
});

test("null in words is null where null is allowed", () => {
  expect(coerced("null", { type: ["integer", "null"] })).toBe(null);
  expect(coerced("null", { type: "string", nullable: true })).toBe(null);
  expect(coerced("null", { anyOf: [{ type: "object" }, { type: "null" }] })).toBe(null);
  expect(coerced("null", { type: "string" })).toBe("null");
});

test("null where it does not fit means not given, unless the argument is wanted", () => {
  const number = { type: "integer" };
  const schema = { type: "object", properties: { a: number, b: number, c: { type: ["integer", "null"] }, any: {} } };
  const given = { a: null, b: null, c: null, any: null, other: null };
  expect(coerceArguments(given, { ...schema, required: ["a"] })).toEqual({ a: null, c: null, any: null, other: null });
  const nested = { type: "object", properties: { list: { type: "array", items: schema } } };
  expect(coerceArguments({ list: [{ b: null, c: 1 }] }, nested)).toEqual({ list: [{ c: 1 }] });
});

test("text for a union becomes the first member it can be", () => {
  expect(coerced("5", { type: ["boolean", "integer"] })).toBe(5);
  expect(coerced("true", { type: ["integer", "boolean"] })).toBe(true);
  expect(coerced("5", { type: ["string", "integer"] })).toBe("5");
  expect(coerced("a", { anyOf: [{ type: "array" }, { type: "string" }] })).toBe("a");
});

test("references are followed, also those that lead nowhere or in a circle", () => {
  expect(
    coerced(
      '["3"]',
      { $ref: "#/$defs/list" },
      { list: { type: "array", items: { $ref: "#/$defs/n" } }, n: { type: "integer" } },
    ),
  ).toEqual([3]);
  expect(coerced("3", { $ref: "#/$defs/none" })).toBe("3");
  expect(coerced("3", { $ref: "#/$defs/a" }, { a: { $ref: "#/$defs/a" } })).toBe("3");
});

test("nested lists and objects in text are parsed, text fields inside them stay text", () => {
  const schema = {
    type: "array",
    items: { type: "object", properties: { tags: { type: "array" }, note: { type: "string" } } },
  };
  expect(coerced([{ tags: '["a"]', note: '["b"]', more: "[1]" }], schema)).toEqual([
    { tags: ["a"], note: '["b"]', more: "[1]" },
  ]);
});

const schemas = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("string", "integer", "number", "boolean", "null").map((type) => ({ type })),
    fc.constantFrom(["integer", "null"], ["number", "boolean"]).map((type) => ({ type })),
    tie("any").map((items) => ({ type: "array", items })),
    fc.dictionary(fc.constantFrom("a", "b"), tie("any")).map((properties) => ({ type: "object", properties })),
    fc.array(tie("any"), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
  ),
})).any;

const values = fc.oneof(
  fc.jsonValue(),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom("42", "null", "true", "[1", '{"a":"[\\"1\\"]"}'),
);

test("what was coerced once stays as it is", () => {
  fc.assert(
    fc.property(values, schemas, (value, schema) => {
      const parameters = { type: "object", properties: { x: schema } };
      const once = coerceArguments({ x: value }, parameters);
      expect(coerceArguments(once, parameters)).toEqual(once);
    }),
  );
});

test("undeclared keys are never touched", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), values), (args) => {
      expect(coerceArguments(args, { type: "object", properties: {} })).toBe(args);
    }),
  );
});

test("a value of the declared type keeps its identity", () => {
  const typed: readonly [object, fc.Arbitrary<unknown>][] = [
    [{ type: "string" }, fc.string()],
    [{ type: "integer" }, fc.integer()],
    [{ type: ["number", "null"] }, fc.option(fc.double())],
    [{ type: "boolean" }, fc.boolean()],
    [{ type: "array", items: { type: "string" } }, fc.array(fc.string())],
    [{ type: "object", properties: { a: { type: "string" } } }, fc.record({ a: fc.string(), b: fc.jsonValue() })],
  ];
  for (const [schema, arbitrary] of typed) {
    fc.assert(fc.property(arbitrary, (value) => Object.is(coerced(value, schema), value)));
  }
});
