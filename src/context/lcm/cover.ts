import type { ContextNode } from "../../domain/context-nodes.ts";
import type { Spine } from "./spine.ts";

/** A node and the messages it stands for: `[from, to)`. */
export type Root = { readonly node: ContextNode; readonly from: number; readonly to: number };

export type Cover = {
  /** Without a gap from the first message on. */
  readonly roots: readonly Root[];
  /** Behind the last of them. */
  readonly tailStart: number;
  /** Where the next node begins that only a gap keeps out; the end of the list when there is none. */
  readonly gapEnd: number;
};

/**
 * The nodes that stand for the beginning of a history: each message in exactly one of them. Nodes of other sessions, of
 * messages that were taken back, and those whose work another one does, are not among them.
 */
export function coverOf(spine: Spine, nodes: readonly ContextNode[]): Cover {
  const placed = byStart(spine, nodes);
  const roots: Root[] = [];
  let at = 0;
  for (let next = placed.get(at); next !== undefined; next = placed.get(at)) {
    roots.push(next);
    at = next.to;
  }
  const later = [...placed.keys()].filter((start) => start > at);
  return { roots, tailStart: at, gapEnd: Math.min(spine.messages.length, ...later) };
}

/** Of those that begin at the same message the one that reaches furthest, and of these the newest. */
function byStart(spine: Spine, nodes: readonly ContextNode[]): ReadonlyMap<number, Root> {
  const best = new Map<number, Root>();
  for (const node of nodes) {
    const root = placedIn(spine, node);
    const known = root === null ? undefined : best.get(root.from);
    if (root !== null && (known === undefined || known.to <= root.to)) best.set(root.from, root);
  }
  return best;
}

function placedIn({ messages, starts, ends, least }: Spine, node: ContextNode): Root | null {
  const from = node.firstMsg === null ? undefined : starts.get(node.firstMsg);
  const to = node.lastMsg === null ? undefined : ends.get(node.lastMsg);
  if (from === undefined || to === undefined || from >= to || to > least || messages[to]?.role === "tool") return null;
  return { node, from, to };
}
