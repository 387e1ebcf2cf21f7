import { isRecord } from "../../text/is-record.ts";
import { strings, type Json } from "./json.ts";

/**
 * No provider takes alternatives at the top of a tool's schema. All properties of all variants stand side by side then;
 * required is what every variant of an `anyOf` requires, and what any part of an `allOf` does.
 */
export function mergeVariants(schema: Json): Json {
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const either = [...objects(anyOf), ...objects(oneOf)].map(mergeVariants);
  const all = objects(allOf).map(mergeVariants);
  if (either.length === 0 && all.length === 0) return rest;
  const always = [rest, ...all].flatMap((part) => strings(part["required"]));
  const inEach = either.map((part) => strings(part["required"]));
  const common = (inEach[0] ?? []).filter((name) => inEach.every((names) => names.includes(name)));
  return {
    ...rest,
    properties: Object.assign({}, ...[...either, ...all, rest].map(propertiesOf)),
    required: [...new Set([...always, ...common])],
  };
}

function objects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function propertiesOf({ properties }: Json): Json {
  return isRecord(properties) ? properties : {};
}
