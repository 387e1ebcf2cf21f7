import type { ContextNode } from "../../domain/context-nodes.ts";
import type { Message } from "../../domain/message.ts";
import type { RowId } from "../../domain/turn-journal.ts";
import type { Scales } from "../compressor/weigh.ts";
import type { Root } from "./cover.ts";
import type { Draft } from "./draft.ts";
import type { Limits } from "./limits.ts";
import { condensedNode, condensePiece, leafNode, leafPiece, nodesOf, sized } from "./pieces.ts";
import type { Scribe, Written } from "./scribe.ts";
import { exchangeStart, freshStart, isSeam } from "./spine.ts";
import { viewTokens } from "./view.ts";

/** What one batch of nodes is made with. */
export type Bench = {
  readonly draft: Draft;
  readonly limits: Limits;
  readonly scales: Scales;
  readonly scribe: Scribe;
  readonly rowOf: (message: Message) => RowId | null;
  /** Written earlier, while nobody waited. */
  readonly prepared: Map<string, Written>;
  /** Between two nodes others may go first. */
  readonly breathe: () => Promise<void>;
};

const together = 4;
const leastSource = 400; // tokens: below it a heading would eat what is saved

export function sizeOf({ draft, limits }: Bench): number {
  return viewTokens({ spine: draft.spine, cover: draft.cover, room: limits.hard });
}

export type Pressure = {
  /** What the view should weigh. */
  readonly goal: number;
  /** What it must not exceed, even if the newest messages are summed up for it. */
  readonly most: number;
  /** How many of the newest exchanges stay as they are, if that was said. */
  readonly exchanges?: number | undefined;
};

/** Where the newest messages begin that a run by hand leaves alone. */
export function keptStart({ draft: { spine }, limits }: Bench, exchanges: number | undefined): number {
  return exchangeStart(spine, exchanges) ?? freshStart(spine, limits.freshTokens, limits.freshMessages);
}

export async function shrink(bench: Bench, { goal, most, exchanges }: Pressure): Promise<void> {
  const { draft, limits } = bench;
  const { spine } = draft;
  const starts = [keptStart(bench, exchanges), freshStart(spine, limits.freshTokens, 0), spine.least];
  for (const start of starts) {
    while (sizeOf(bench) > goal && (await addLeaf(bench, start)) !== null);
    await condenseFours(bench);
    if (sizeOf(bench) <= most) return;
  }
  while (sizeOf(bench) > most && draft.cover.roots.length > 1)
    await condense(bench, draft.cover.roots.slice(0, together));
}

/** Leaves made while nobody waits: by a model or not at all. */
export async function tend(bench: Bench, signal: AbortSignal): Promise<void> {
  const { draft, limits } = bench;
  if (sizeOf(bench) < limits.soft) return;
  const start = freshStart(draft.spine, limits.freshTokens, limits.freshMessages);
  const isDue = (): boolean => outside(bench, start) >= limits.leafSource && !signal.aborted;
  while (isDue() && (await addLeaf(bench, start, "model")) !== null);
}

/** The oldest messages that no node stands for, as one. null: none before `end`, or nobody to write it. */
async function addLeaf(bench: Bench, end: number, by: "any" | "model" = "any"): Promise<Written | null> {
  const { draft, scribe, scales } = bench;
  const chunk = nextChunk(bench, end);
  if (chunk === null) return null;
  const written = await scribe.write(leafPiece(draft.spine, ...chunk, bench));
  if (by === "model" && written.unasked) return null;
  draft.add(leafNode(draft.spine, ...chunk, sized(written, scales)));
  await bench.breathe();
  return written;
}

/** What lies between the nodes and `end`, in tokens. */
function outside({ draft }: Bench, end: number): number {
  const { weights } = draft.spine;
  return Math.max(0, weights.from(draft.cover.tailStart) - weights.from(end));
}

export function hasOutside(bench: Bench): boolean {
  const { draft, limits } = bench;
  return nextChunk(bench, freshStart(draft.spine, limits.freshTokens, limits.freshMessages)) !== null;
}

/** Whole exchanges, as many as make one leaf; at least one, whatever it weighs. */
export function nextChunk(
  { draft, limits }: Bench,
  end: number,
  from = draft.cover.tailStart,
): readonly [number, number] | null {
  const { spine, cover } = draft;
  const { gapEnd } = cover;
  const last = Math.min(end, gapEnd);
  let to = from;
  for (let at = from + 1; at <= last; at++) {
    if (!isSeam(spine, at)) continue;
    if (to > from && spine.weights.from(from) - spine.weights.from(at) > limits.leafSource) break;
    to = at;
  }
  const tokens = spine.weights.from(from) - spine.weights.from(to);
  const fillsGap = to === gapEnd && gapEnd < spine.messages.length;
  return to === from || (tokens < leastSource && !fillsGap) ? null : [from, to];
}

async function condenseFours(bench: Bench): Promise<void> {
  for (let run = nextRun(bench.draft); run !== null; run = nextRun(bench.draft)) await condense(bench, run);
}

/** The oldest four side by side of one depth. */
export function nextRun(
  { cover }: Draft,
  isWanted: (run: readonly Root[]) => boolean = () => true,
): readonly Root[] | null {
  const { roots } = cover;
  for (let at = 0; at + together <= roots.length; at++) {
    const run = roots.slice(at, at + together);
    if (run.every(({ node }) => node.depth === run[0]?.node.depth) && isWanted(run)) return run;
  }
  return null;
}

export async function condense(bench: Bench, roots: readonly Root[]): Promise<void> {
  const { draft, scribe, scales, prepared } = bench;
  const children = nodesOf(roots);
  const written = prepared.get(runKey(children)) ?? (await scribe.write(condensePiece(children, bench)));
  draft.add(condensedNode(children, sized(written, scales)));
  await bench.breathe();
}

export function runKey(children: readonly Pick<ContextNode, "id">[]): string {
  return children.map(({ id }) => id).join("+");
}
