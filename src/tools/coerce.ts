import { isRecord } from "../text/is-record.ts";
type Schema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, unknown>>;

const deepestReference = 16;

/**
 * Arguments as the schema wants them, where a model wrote text for a number, a list or an object. Only declared
 * properties are looked at; what fits already, or cannot be made to fit, is left as it is.
 */
export function coerceArguments(args: Members, parameters: Schema): Members {
  return coerceMembers(args, parameters, parameters);
}

function coerceMembers(value: Members, schema: Schema, root: Schema): Members {
  const declared = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = isList(schema["required"]) ? schema["required"] : [];
  let isChanged = false;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const property = Object.hasOwn(declared, key) ? declared[key] : undefined;
    const isNotGiven = inner === null && isRecord(property) && !required.includes(key) && !takesNull(property, root);
    const coerced = isRecord(property) ? coerceValue(inner, property, root) : inner;
    isChanged ||= isNotGiven || coerced !== inner;
    return isNotGiven ? [] : [[key, coerced]];
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

/** Some models write null for every argument they have no value for. */
function takesNull(schema: Schema, root: Schema): boolean {
  const members = alternatives(schema, root);
  return members.length === 0 || members.some((member) => member["type"] === "null");
}

function coerceValue(value: unknown, schema: Schema, root: Schema): unknown {
  const members = alternatives(schema, root);
  if (members.length === 0) return value; // no type declared: anything fits
  if (typeof value === "string") return fromText(value, members, root);
  const fitting = members.find((member) => fits(value, member["type"]));
  return fitting === undefined ? wrapped(value, members, root) : inside(value, fitting, root);
}

/** The first member that the text can become; a text member takes it as it is. */
function fromText(text: string, members: readonly Schema[], root: Schema): unknown {
  if (text.trim() === "null" && members.some((member) => member["type"] === "null")) return null;
  for (const member of members) {
    if (member["type"] === "string") return text;
    const value = converted(text, member["type"]);
    if (value !== undefined) return inside(value, member, root);
  }
  return wrapped(text, members, root);
}

function converted(text: string, type: unknown): unknown {
  switch (type) {
    case "integer": {
      const number = numberIn(text);
      return Number.isSafeInteger(number) ? number : undefined;
    }
    case "number":
      return numberIn(text);
    case "boolean":
      return { true: true, false: false }[text.trim().toLowerCase()];
    case "array":
    case "object": {
      const value = parsed(text);
      return fits(value, type) ? value : undefined;
    }
    default:
      return undefined;
  }
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

function numberIn(text: string): number | undefined {
  const number = decimal.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) return undefined;
  return number === 0 ? 0 : number; // "-0" has no use as an argument
}

/** A single value where a list is wanted is a list of one. */
function wrapped(value: unknown, members: readonly Schema[], root: Schema): unknown {
  const list = members.find((member) => member["type"] === "array");
  const scalar = ["string", "number", "boolean"].includes(typeof value);
  return list === undefined || !scalar ? value : inside([value], list, root);
}

function inside(value: unknown, schema: Schema, root: Schema): unknown {
  if (isList(value)) {
    const { items } = schema;
    if (!isRecord(items)) return value;
    const coerced = value.map((item) => coerceValue(item, items, root));
    return coerced.every((item, index) => item === value[index]) ? value : coerced;
  }
  return isRecord(value) ? coerceMembers(value, schema, root) : value;
}

/** Every single-typed schema that a value may follow: references, unions, type lists and `nullable` taken apart. */
function alternatives(schema: Schema, root: Schema, depth = 0): readonly Schema[] {
  if (depth > deepestReference) return [];
  const { $ref, anyOf, oneOf, allOf, type, nullable } = schema;
  const none: readonly Schema[] = nullable === true ? [{ type: "null" }] : [];
  if (typeof $ref === "string") return [...alternatives(target($ref, root), root, depth + 1), ...none];
  const union = [anyOf, oneOf, isList(allOf) && allOf.length === 1 ? allOf : null].find((list) => isList(list));
  if (isList(union)) return [...union.filter(isRecord).flatMap((one) => alternatives(one, root, depth + 1)), ...none];
  if (isList(type)) return [...type.map((one) => ({ ...schema, type: one })), ...none];
  return typeof type === "string" ? [schema, ...none] : none;
}

/** A pointer into the same schema, such as `#/$defs/item`. */
function target(reference: string, root: Schema): Schema {
  const steps = reference.startsWith("#/") ? reference.slice(2).split("/") : [];
  const found = steps.reduce<unknown>((at, step) => (isRecord(at) ? at[unescaped(step)] : undefined), root);
  return isRecord(found) ? found : {};
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

function fits(value: unknown, type: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "array":
      return isList(value);
    case "object":
      return isRecord(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined; // not JSON: the text stays text
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
