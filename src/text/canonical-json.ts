/** JSON with sorted keys and no white space: equal values give equal bytes, which is what prompt caches compare. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** The same value with the keys of every object in code-point order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
