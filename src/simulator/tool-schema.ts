import { isRecord } from "../text/is-record.ts";
const types = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/** What is wrong with a tool's JSON Schema below its root, in a few words; null when a vendor would take it. */
export function schemaProblem(schema: unknown, path = "()"): string | null {
  if (typeof schema === "boolean") return null;
  if (!isRecord(schema)) return `In context=${path}, schema must be an object or a boolean`;
  const typeProblem = unknownType(schema["type"]);
  if (typeProblem !== null) return `In context=${path}, '${typeProblem}' is not a valid type`;
  if (!isNames(schema["required"])) return `In context=${path}, 'required' must be an array of property names`;
  if (schema["type"] === "array" && !("items" in schema) && !("prefixItems" in schema)) {
    return `In context=${path}, array schema missing items`;
  }
  return inner(schema, path);
}

function inner(schema: Readonly<Record<string, unknown>>, path: string): string | null {
  const { properties, items } = schema;
  if (properties !== undefined && !isRecord(properties)) return `In context=${path}, 'properties' must be an object`;
  for (const [name, property] of Object.entries(properties ?? {})) {
    const problem = schemaProblem(property, `${path}.${name}`);
    if (problem !== null) return problem;
  }
  return items === undefined || Array.isArray(items) ? null : schemaProblem(items, `${path}.items`);
}

function unknownType(type: unknown): string | null {
  if (type === undefined) return null;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const wrong = names.find((name) => typeof name !== "string" || !types.has(name));
  return wrong === undefined ? null : JSON.stringify(wrong);
}

function isNames(required: unknown): boolean {
  return required === undefined || (Array.isArray(required) && required.every((name) => typeof name === "string"));
}
