import type { ContextNode } from "../../domain/context-nodes.ts";

const prefix = "sum_";

/** How a node is called where a model reads of it. */
export function nameOf({ id }: Pick<ContextNode, "id">): string {
  return `${prefix}${id}`;
}

export function idFrom(name: string): string {
  const bare = name.trim();
  return bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
}

export function headingOf(node: ContextNode): string {
  return `[${nameOf(node)} d${node.depth} msgs ${node.firstMsg ?? "?"}–${node.lastMsg ?? "?"}]`;
}
