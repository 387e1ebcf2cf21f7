/** Lone surrogates become U+FFFD in every string of a value. What was clean keeps its identity. */
export function wellFormed<Value>(value: Value): Value;
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.isWellFormed() ? value : value.toWellFormed();
  if (isList(value)) {
    const clean = value.map((item) => wellFormed(item));
    return clean.every((item, index) => item === value[index]) ? value : clean;
  }
  if (value === null || typeof value !== "object") return value;
  const entries: [string, unknown][] = Object.entries(value);
  const clean = entries.map(([key, inner]): [string, unknown] => [key.toWellFormed(), wellFormed(inner)]);
  const same = clean.every(([key, inner], index) => key === entries[index]?.[0] && inner === entries[index]?.[1]);
  return same ? value : Object.fromEntries(clean);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
