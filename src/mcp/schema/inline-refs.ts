import { isRecord } from "../../text/is-record.ts";
import { type Json } from "./json.ts";

const deepest = 40;
const mostRefs = 1_000; // references to references multiply

/**
 * The schema without `$ref`: each is replaced by what it points to. One that leads back into itself, and one too many,
 * becomes "anything".
 */
export function inlineRefs(root: Json): unknown {
  let left = mostRefs;
  const inlined = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => inlined(item, path));
    if (!isRecord(value)) return value;
    const { $ref: pointer, ...rest } = value;
    if (typeof pointer !== "string") return mapValues(value, (inner) => inlined(inner, path));
    const target = path.includes(pointer) || path.length > deepest || left-- <= 0 ? null : lookUp(root, pointer);
    return isRecord(target) ? inlined({ ...target, ...rest }, [...path, pointer]) : described(rest);
  };
  return inlined(root, []);
}

function lookUp(root: Json, pointer: string): unknown {
  if (!pointer.startsWith("#")) return undefined; // another document: nobody fetches that
  const steps = pointer
    .slice(1)
    .split("/")
    .filter((step) => step !== "");
  return steps.reduce<unknown>((value, step) => {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, root);
}

function described({ description }: Json): Json {
  return typeof description === "string" ? { description } : {};
}

function mapValues(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
