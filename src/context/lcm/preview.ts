import type { CompressionPreview, CompressionRequest } from "../../domain/context-engine.ts";
import type { Summariser } from "../../domain/summariser.ts";
import { keptStart, nextChunk, type Bench } from "./batch.ts";

/** Which messages nodes would stand for, and whom it would ask; nobody is asked and nothing is stored. */
export function previewOf(
  bench: Bench,
  { keepExchanges }: Pick<CompressionRequest, "keepExchanges">,
  summariser: Summariser,
): CompressionPreview | null {
  const { spine, cover } = bench.draft;
  const [from, end] = [cover.tailStart, Math.min(keptStart(bench, keepExchanges), cover.gapEnd)];
  let to = from;
  let leaves = 0;
  for (let chunk = nextChunk(bench, end); chunk !== null; chunk = nextChunk(bench, end, to)) {
    to = chunk[1];
    leaves += 1;
  }
  if (leaves === 0) return null;
  return {
    region: { headEnd: from, tailStart: to },
    headTokens: cover.roots.reduce((total, { node }) => total + node.tokens, 0),
    middleTokens: spine.weights.from(from) - spine.weights.from(to),
    tailTokens: spine.weights.from(to),
    summaryBudget: leaves * bench.limits.leafMost,
    path: summariser.windowOf("auxiliary") === null ? "main" : "auxiliary",
  };
}
