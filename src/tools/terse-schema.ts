import { isRecord } from "../text/is-record.ts";
import { sorted } from "../text/canonical-json.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The schema as it is sent: keys sorted, and without bounds that say no more than "a number" or "an object". */
export function terseSchema(schema: Schema): Schema {
  const terse = sorted(withoutNoise(schema));
  return isRecord(terse) ? terse : {};
}

function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !isNoise(key, inner) && !(value["type"] === "object" && isOpen(key, inner)))
      .map(([key, inner]) => [key, withoutNoise(inner)]),
  );
}

function isNoise(key: string, value: unknown): boolean {
  return (
    (key === "minLength" && value === 1) ||
    (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
    (key === "maximum" && value === Number.MAX_SAFE_INTEGER)
  );
}

/** What an object may hold anyway. Looked at in an object's own schema only: a property may have such a name too. */
function isOpen(key: string, value: unknown): boolean {
  if (!isRecord(value)) return false;
  const words = Object.keys(value).length;
  if (key === "additionalProperties") return words === 0;
  return key === "propertyNames" && words === 1 && value["type"] === "string";
}
