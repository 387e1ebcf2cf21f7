const mostKept = 32;

/** The newest indexes of the process, by what they were made of. */
export type IndexCache = {
  readonly get: (key: string, make: () => string | null) => string | null;
  readonly clear: () => void;
};

export function createIndexCache(): IndexCache {
  const kept = new Map<string, string | null>();
  return {
    get: (key, make) => {
      const text = kept.has(key) ? (kept.get(key) ?? null) : make();
      kept.delete(key);
      kept.set(key, text); // the last in a map is the newest
      for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
      return text;
    },
    clear: () => kept.clear(),
  };
}
