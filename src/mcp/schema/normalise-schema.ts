import { isRecord } from "../../text/is-record.ts";
import { inlineRefs } from "./inline-refs.ts";
import { strings, type Json } from "./json.ts";
import { mergeVariants } from "./merge-variants.ts";

export type NormalSchema = {
  readonly schema: Json;
  /** Arguments whose own name no provider takes: as the model knows them, and as the server does. */
  readonly renamed: ReadonlyMap<string, string>;
};

const largestChars = 100_000; // inlining can multiply; past this the model gets the names alone

/** A server's input schema in the words every provider takes: an object with properties, without references and dialects. */
export function normaliseSchema(foreign: unknown): NormalSchema {
  const root = isRecord(foreign) ? foreign : {};
  const inlined = inlineRefs(root);
  const whole = cleaned(mergeVariants(isRecord(inlined) ? inlined : {}), 0);
  const { properties, renamed } = renamedProperties(isRecord(whole["properties"]) ? whole["properties"] : {});
  const safe = new Map([...renamed].map(([name, own]) => [own, name]));
  const required = strings(whole["required"]).map((name) => safe.get(name) ?? name);
  const schema = {
    ...whole,
    type: "object",
    properties,
    required: [...new Set(required)].filter((name) => Object.hasOwn(properties, name)),
  };
  return { schema: withoutEmpty(small(schema)), renamed };
}

function small(schema: Json): Json {
  if (JSON.stringify(schema).length <= largestChars) return schema;
  const names = Object.keys(isRecord(schema["properties"]) ? schema["properties"] : {});
  return { ...schema, properties: Object.fromEntries(names.map((name) => [name, {}])) };
}

function withoutEmpty({ required, ...schema }: Json): Json {
  return strings(required).length === 0 ? schema : { ...schema, required };
}

/** Keywords about the document or about nothing a model can use, and those that endpoints answer with an error. */
const unwanted = new Set(
  (
    "$schema $id id $anchor $dynamicAnchor $dynamicRef $recursiveRef $recursiveAnchor $vocabulary $comment $defs definitions " +
    "title examples example readOnly writeOnly deprecated nullable discriminator xml externalDocs " +
    "contentEncoding contentMediaType contentSchema if then else not dependencies dependentSchemas dependentRequired " +
    "patternProperties propertyNames unevaluatedProperties unevaluatedItems contains minContains maxContains additionalItems"
  ).split(" "),
);
const deepest = 16;

/** Whether a value is a schema, a list of them or data depends on the keyword it stands behind. */
function cleaned(schema: Json, depth: number): Json {
  if (depth > deepest) return {};
  const inner = (value: unknown): Json => (isRecord(value) ? cleaned(value, depth + 1) : {});
  const entries = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (unwanted.has(key) || key.startsWith("x-")) return [];
    return (Object.hasOwn(keywords, key) ? keywords[key]?.(value, inner) : undefined) ?? [[key, value]];
  });
  return typed(bounds(Object.fromEntries(entries), schema));
}

type Entries = readonly (readonly [string, unknown])[];
type Keyword = (value: unknown, inner: (value: unknown) => Json) => Entries;

const variants =
  (key: string): Keyword =>
  (value, inner) =>
    Array.isArray(value) && value.length > 0 ? [[key, value.map(inner)]] : [];

/** What a list of fixed places may hold at any of them. */
const oneOfThese = (schemas: readonly unknown[], inner: (value: unknown) => Json): Json =>
  schemas.length === 0 ? {} : { anyOf: schemas.map(inner) };

const keywords: Readonly<Record<string, Keyword>> = {
  properties: (value, inner) => (isRecord(value) ? [["properties", propertiesOf(value, inner)]] : []),
  items: (value, inner) => [["items", Array.isArray(value) ? oneOfThese(value, inner) : inner(value)]],
  prefixItems: (value, inner) => (Array.isArray(value) ? [["items", oneOfThese(value, inner)]] : []),
  anyOf: variants("anyOf"),
  oneOf: variants("anyOf"),
  allOf: variants("allOf"),
  additionalProperties: (value, inner) => [["additionalProperties", isRecord(value) ? inner(value) : value]],
  const: (value) => [["enum", [value]]],
  required: (value) => (Array.isArray(value) ? [["required", strings(value)]] : []), // a boolean in draft 3
  enum: (value) => (Array.isArray(value) && value.length > 0 ? [["enum", value]] : []),
  description: (value) => (typeof value === "string" ? [["description", value]] : []),
};

/** `false` is a property that may not be given. */
function propertiesOf(properties: Json, inner: (value: unknown) => Json): Json {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => (value === false ? [] : [[name, inner(value)] as const])),
  );
}

/** In draft 4 an exclusive bound is a flag beside the bound. */
function bounds(schema: Json, original: Json): Json {
  return [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ].reduce<Json>((current, [exclusive = "", bound = ""]) => {
    if (typeof original[exclusive] !== "boolean") return current;
    const { [exclusive]: flag, [bound]: value, ...rest } = current;
    if (value === undefined) return rest;
    return flag === true ? { ...rest, [exclusive]: value } : { ...rest, [bound]: value };
  }, schema);
}

/** A type that follows from the rest is said. */
function typed(schema: Json): Json {
  if (schema["type"] !== undefined || schema["anyOf"] !== undefined || schema["allOf"] !== undefined) return schema;
  if (schema["properties"] !== undefined) return { type: "object", ...schema };
  if (schema["items"] !== undefined) return { type: "array", ...schema };
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : [];
  return values.length > 0 && values.every((value) => typeof value === "string")
    ? { type: "string", ...schema }
    : schema;
}

const acceptedName = /^[a-zA-Z0-9_.-]{1,64}$/u;

function renamedProperties(properties: Json): {
  readonly properties: Json;
  readonly renamed: ReadonlyMap<string, string>;
} {
  const renamed = new Map<string, string>();
  const entries = Object.entries(properties).map(([name, schema]) => {
    if (acceptedName.test(name)) return [name, schema] as const;
    const base = name.replaceAll(/[^a-zA-Z0-9_.-]/gu, "_").slice(0, 60) || "_";
    const isTaken = (candidate: string): boolean => Object.hasOwn(properties, candidate) || renamed.has(candidate);
    let free = base;
    for (let count = 2; isTaken(free); count++) free = `${base}_${count}`;
    renamed.set(free, name);
    return [free, schema] as const;
  });
  return { properties: Object.fromEntries(entries), renamed };
}
