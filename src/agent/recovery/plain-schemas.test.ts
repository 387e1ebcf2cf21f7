import fc from "fast-check";
import { expect, test } from "vitest";
import { plainSchemas } from "./plain-schemas.ts";

const toolOf = (parameters: Readonly<Record<string, unknown>>) => ({ name: "t", description: "", parameters });

test("keywords go at every depth; names and data that look like them stay", () => {
  const schema = {
    type: "object",
    properties: {
      pattern: { type: "string", pattern: "^a" },
      list: { type: "array", items: { anyOf: [{ format: "date", type: "string" }, { type: "null" }] } },
      kind: { enum: ["format", { pattern: "x" }], default: { format: "y" } },
    },
    $defs: { format: { format: "uri" } },
    required: ["pattern"],
  };
  expect(plainSchemas([toolOf(schema)])).toEqual([
    toolOf({
      type: "object",
      properties: {
        pattern: { type: "string" },
        list: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
        kind: { enum: ["format", { pattern: "x" }], default: { format: "y" } },
      },
      $defs: { format: {} },
      required: ["pattern"],
    }),
  ]);
});

const { schema: anySchema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.record(
    {
      type: fc.constantFrom("string", "object", "array"),
      pattern: fc.constant("^x$"),
      format: fc.constant("date"),
      items: tie("schema"),
      properties: fc.dictionary(fc.constantFrom("pattern", "format", "a"), tie("schema"), { maxKeys: 2 }),
    },
    { requiredKeys: ["type"] },
  ),
}));

test("a plain list stays the same object, and no parameter is lost", () => {
  fc.assert(
    fc.property(anySchema, (schema) => {
      const plain = plainSchemas([toolOf(schema)]);
      expect(plainSchemas(plain)).toBe(plain);
      expect(namesIn(plain[0]?.parameters)).toEqual(namesIn(schema));
      expect(JSON.stringify(plain)).not.toMatch(/"(?:pattern|format)":"/);
    }),
  );
});

function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const properties: unknown = Reflect.get(schema, "properties");
  const own = typeof properties === "object" && properties !== null ? Object.entries(properties) : [];
  return [...own.flatMap(([name, inner]) => [name, ...namesIn(inner)]), ...namesIn(Reflect.get(schema, "items"))];
}
