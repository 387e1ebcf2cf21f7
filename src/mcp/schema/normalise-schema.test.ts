import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseSchema } from "./normalise-schema.ts";

const of = (foreign: unknown): unknown => normaliseSchema(foreign).schema;

test.each([undefined, null, true, "object", [], { type: "string" }, {}])(
  "%j becomes an object without properties",
  (foreign) => {
    expect(of(foreign)).toEqual({ type: "object", properties: {} });
  },
);

test("references are put in place, also through each other, and one into itself becomes anything", () => {
  const foreign = {
    $schema: "http://json-schema.org/draft-07/schema#",
    definitions: {
      Point: { type: "object", properties: { x: { $ref: "#/$defs/Number" } } },
      Node: { type: "object", properties: { next: { $ref: "#/definitions/Node" } } },
    },
    $defs: { Number: { type: "number", minimum: 0 } },
    type: "object",
    properties: {
      at: { $ref: "#/definitions/Point", description: "Where" },
      list: { $ref: "#/definitions/Node" },
      elsewhere: { $ref: "https://example.com/schema.json", description: "Unknown" },
    },
  };
  expect(of(foreign)).toEqual({
    type: "object",
    properties: {
      at: { type: "object", properties: { x: { type: "number", minimum: 0 } }, description: "Where" },
      list: { type: "object", properties: { next: {} } },
      elsewhere: { description: "Unknown" },
    },
  });
});

test("alternatives at the top stand side by side; what all of them require stays required", () => {
  const foreign = {
    anyOf: [
      { type: "object", properties: { id: { type: "string" }, url: { type: "string" } }, required: ["id", "url"] },
      { properties: { id: { type: "string" }, path: { type: "string" } }, required: ["id", "path"] },
    ],
    allOf: [{ properties: { dry: { type: "boolean" } }, required: ["dry"] }],
  };
  expect(of(foreign)).toEqual({
    type: "object",
    properties: { id: { type: "string" }, url: { type: "string" }, path: { type: "string" }, dry: { type: "boolean" } },
    required: ["dry", "id"],
  });
});

test("old drafts are brought up to date and what endpoints refuse is gone", () => {
  const foreign = {
    type: "object",
    title: "Arguments",
    properties: {
      n: { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      pair: { type: "array", items: [{ type: "string" }, { type: "number" }] },
      kind: { const: "a", "x-internal": 1 },
      choice: { oneOf: [{ const: "b" }, { type: "null" }] },
      map: { additionalProperties: { type: "string", examples: ["x"] } },
      title: { properties: {} },
      never: false,
      any: true,
      flag: { type: "boolean", required: true, if: {}, not: {} },
    },
    required: ["n", "gone"],
  };
  expect(of(foreign)).toEqual({
    type: "object",
    properties: {
      n: { type: "number", exclusiveMinimum: 1, maximum: 9 },
      pair: { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
      kind: { type: "string", enum: ["a"] },
      choice: { anyOf: [{ type: "string", enum: ["b"] }, { type: "null" }] },
      map: { additionalProperties: { type: "string" } },
      title: { type: "object", properties: {} },
      any: {},
      flag: { type: "boolean" },
    },
    required: ["n"],
  });
});

test("an argument whose name no provider takes gets another one, and is known by both", () => {
  const { schema, renamed } = normaliseSchema({
    properties: { "a b": {}, "a/b": {}, a_b: {} },
    required: ["a b", "a_b"],
  });
  expect(schema).toEqual({ type: "object", properties: { a_b_2: {}, a_b_3: {}, a_b: {} }, required: ["a_b_2", "a_b"] });
  expect([...renamed]).toEqual([
    ["a_b_2", "a b"],
    ["a_b_3", "a/b"],
  ]);
});

const keywords = (
  "type properties items anyOf oneOf allOf required const enum minimum exclusiveMinimum description title prefixItems " +
  "additionalProperties $ref $defs not name"
).split(" ");

/** Values that look like schemas, more or less. */
const { likeSchema } = fc.letrec((tie) => ({
  likeSchema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom("object", "string", "#/$defs/name", "#", "a b", true)),
    fc.array(tie("likeSchema"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keywords, "a b"), tie("likeSchema"), { maxKeys: 6 }),
  ),
}));

test("whatever a server sends, an object schema comes out, and once normal it stays as it is", () => {
  fc.assert(
    fc.property(likeSchema, (foreign) => {
      const { schema } = normaliseSchema(foreign);
      expect(schema["type"]).toBe("object");
      expect(normaliseSchema(schema).schema).toEqual(schema);
    }),
  );
});

test("references that multiply are followed only so far", () => {
  const levels = Array.from({ length: 12 }, (_, level) => level);
  const many = (level: number): unknown => ({
    properties: Object.fromEntries(levels.map((n) => [`p${n}`, { $ref: `#/$defs/d${level + 1}` }])),
  });
  const $defs = Object.fromEntries(levels.map((level) => [`d${level}`, many(level)]));
  const { schema } = normaliseSchema({ $defs, properties: { a: { $ref: "#/$defs/d0" } } });
  expect(JSON.stringify(schema).length).toBeLessThan(100_000);
});
