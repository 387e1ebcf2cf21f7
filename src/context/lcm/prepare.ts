import type { ContextNode, NodeReader } from "../../domain/context-nodes.ts";
import { condense, nextRun, runKey, type Bench } from "./batch.ts";
import type { Root } from "./cover.ts";
import { condensePiece, leafPiece, nodesOf, sized } from "./pieces.ts";
import type { Piece } from "./scribe.ts";

const byRules = 3;

/**
 * Writes ahead what would change the beginning of the view: better words for nodes made by rules, and one node for four.
 * It is kept until the view changes anyway, so that the provider's cache stays whole.
 */
export async function prepare(bench: Bench, nodes: NodeReader, signal: AbortSignal): Promise<void> {
  const { draft, scribe, prepared } = bench;
  const write = async (key: string, piece: Piece): Promise<boolean> => {
    const written = await scribe.write(piece);
    if (!written.unasked) prepared.set(key, written);
    return !written.unasked && !signal.aborted;
  };
  for (const root of draft.cover.roots.filter(({ node }) => node.level === byRules && !prepared.has(node.id))) {
    if (!(await write(root.node.id, sourceOf(root, bench, nodes)))) return;
  }
  const isNew = (run: readonly Root[]): boolean => !prepared.has(runKey(nodesOf(run)));
  for (let run = nextRun(draft, isNew); run !== null; run = nextRun(draft, isNew)) {
    const children = nodesOf(run);
    if (!(await write(runKey(children), condensePiece(children, bench)))) return;
  }
}

function sourceOf({ node, from, to }: Root, bench: Bench, nodes: NodeReader): Piece {
  const children = node.children.map((id) => nodes.get(id)).filter((child): child is ContextNode => child !== null);
  return children.length === 0 ? leafPiece(bench.draft.spine, from, to, bench) : condensePiece(children, bench);
}

/** The moment for what was written ahead: the view is new anyway, or nothing of it is cached. */
export async function applyPrepared(bench: Bench): Promise<void> {
  const { draft, prepared, scales } = bench;
  if (prepared.size === 0) return;
  for (const { node } of draft.cover.roots) {
    const better = prepared.get(node.id);
    if (better === undefined || better.level === byRules) continue;
    const { depth, firstMsg, lastMsg, children } = node;
    draft.add({ depth, firstMsg, lastMsg, children, ...sized(better, scales) }, [node.id]);
  }
  const isReady = (run: readonly Root[]): boolean => prepared.has(runKey(nodesOf(run)));
  for (let run = nextRun(draft, isReady); run !== null; run = nextRun(draft, isReady)) await condense(bench, run);
}
