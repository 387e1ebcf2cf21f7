import type { ToolSchema } from "../../domain/model-client.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The tools without the keywords a grammar cannot express; the same list when there are none. */
export function plainSchemas(tools: readonly ToolSchema[]): readonly ToolSchema[] {
  const plain = tools.map((tool) => {
    const parameters = plainSchema(tool.parameters);
    return parameters === tool.parameters ? tool : { ...tool, parameters };
  });
  return plain.every((tool, index) => tool === tools[index]) ? tools : plain;
}

const dropped: ReadonlySet<string> = new Set(["pattern", "format"]);
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]); // keys are names
const data: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "required"]);

function plainSchema(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([key, value]) => !(dropped.has(key) && typeof value === "string"));
  return rebuilt(
    schema,
    kept.map(([key, value]) => [key, data.has(key) ? value : plainValue(value, maps.has(key))]),
  );
}

function plainValue(value: unknown, isMap: boolean): unknown {
  if (isList(value)) {
    const items = value.map((item) => plainValue(item, false));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isSchema(value)) return value;
  if (!isMap) return plainSchema(value);
  return rebuilt(
    value,
    Object.entries(value).map(([name, inner]) => [name, plainValue(inner, false)]),
  );
}

function rebuilt(before: Schema, entries: readonly (readonly [string, unknown])[]): Schema {
  const same = entries.length === Object.keys(before).length && entries.every(([key, value]) => before[key] === value);
  return same ? before : Object.fromEntries(entries);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
