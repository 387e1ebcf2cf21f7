/** What a TOML text has named so far. */
export type Tables = {
  /** False where the table was given before. */
  readonly open: (parts: readonly string[], isList: boolean) => boolean;
  /** False where the key was given before. */
  readonly set: (parts: readonly string[]) => boolean;
};

type Node = { kind: "implied" | "table" | "dotted" | "list" | "value"; readonly members: Map<string, Node> };

export function createTables(): Tables {
  const root = node("table");
  let current = root;
  return {
    open: (parts, isList) => {
      const parent = walk(root, parts.slice(0, -1), "implied");
      const name = parts.at(-1) ?? "";
      if (parent === null) return false;
      const there = parent.members.get(name);
      if (isList ? there !== undefined && there.kind !== "list" : there !== undefined && there.kind !== "implied")
        return false;
      current = node(isList ? "list" : "table");
      if (there !== undefined && !isList) for (const [key, inner] of there.members) current.members.set(key, inner);
      parent.members.set(name, current); // of a list the last element is what later tables lie in
      return true;
    },
    set: (parts) => {
      const parent = walk(current, parts.slice(0, -1), "dotted");
      const name = parts.at(-1) ?? "";
      if (parent === null || parent.members.has(name)) return false;
      parent.members.set(name, node("value"));
      return true;
    },
  };
}

function node(kind: Node["kind"]): Node {
  return { kind, members: new Map() };
}

/** Tables on the way are made; a value on the way is a mistake, and so is a dotted key into a table of its own. */
function walk(from: Node, parts: readonly string[], kind: "implied" | "dotted"): Node | null {
  let at = from;
  for (const part of parts) {
    const next = at.members.get(part) ?? node(kind);
    if (next.kind === "value" || (kind === "dotted" && next.kind !== "dotted" && next.kind !== "implied")) return null;
    at.members.set(part, next);
    at = next;
  }
  return at;
}
