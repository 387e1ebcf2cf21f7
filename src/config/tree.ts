/** A map of the config file, or any value made only of maps, lists and scalars. */
export type Tree = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is Tree {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** `over` wins: maps merge, scalars and lists replace. */
export function merge(under: Tree, over: Tree): Tree {
  const merged = new Map(Object.entries(under));
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key);
    merged.set(key, isMap(below) && isMap(value) ? merge(below, value) : value);
  }
  return Object.fromEntries(merged); // defines, never assigns: a key named __proto__ stays a key
}

export function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isMap(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    tree,
  );
}

/** A tree that holds `value` at `path` and nothing else. */
export function treeOf(path: readonly string[], value: unknown): Tree {
  const [first = "", ...rest] = path;
  return Object.fromEntries([[first, rest.length === 0 ? value : treeOf(rest, value)]]);
}

/** The tree without what stands at `path`; maps that become empty stay. */
export function without(tree: Tree, path: readonly string[]): Tree {
  const [first = "", ...rest] = path;
  const inner = tree[first];
  if (rest.length > 0) return isMap(inner) ? { ...tree, ...treeOf([first], without(inner, rest)) } : tree;
  return Object.fromEntries(Object.entries(tree).filter(([key]) => key !== first));
}

/** Dotted key and value of everything that is not a map with something in it. */
export function leavesOf(tree: Tree, above: readonly string[] = []): readonly (readonly [string, unknown])[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const path = [...above, key];
    const isBranch = isMap(value) && Object.keys(value).length > 0;
    return isBranch ? leavesOf(value, path) : [[path.join("."), value] as const];
  });
}

export function deepFreeze<T>(value: T): T {
  if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
