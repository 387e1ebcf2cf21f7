/** The value with every string in it cleaned, keys included. What was clean keeps its identity. */
export function mapStrings<Value>(value: Value, clean: (text: string) => string): Value;
export function mapStrings(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (isList(value)) {
    const items = value.map((item) => mapStrings(item, clean));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (value === null || typeof value !== "object") return value;
  const entries: [string, unknown][] = Object.entries(value);
  const mapped = entries.map(([key, inner]): [string, unknown] => [clean(key), mapStrings(inner, clean)]);
  const same = mapped.every(([key, inner], index) => key === entries[index]?.[0] && inner === entries[index]?.[1]);
  return same ? value : Object.fromEntries(mapped);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
