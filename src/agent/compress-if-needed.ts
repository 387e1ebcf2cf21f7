import type { CarriedContext, CompressionTrigger } from "../domain/context-engine.ts";
import { compressNow } from "./compress.ts";
import { isDone } from "./compression-round.ts";
import { blockedBy } from "./compression-watch.ts";
import { reportBlock } from "./compression-report.ts";
import { contextTokens } from "./context-tokens.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

const leastSaving = 0.05; // below it another pass would only burn a summary
const overfull = 0.95; // of the window: the only reason to trust an estimate twice

/** Before the first request as often as it helps, between steps once. The engine says when; the person may forbid it. */
export async function compressIfNeeded(
  trigger: "preflight" | "post_tool",
  turn: TurnState,
  deps: TurnDeps,
): Promise<void> {
  const passes = trigger === "preflight" ? deps.context.maxRounds : 1;
  for (let pass = 0; pass < passes; pass++) {
    const why = dueFor(trigger, pass, turn, deps);
    if (why === null) return;
    const before = contextTokens(turn, deps);
    const { outcome } = await compressNow({ trigger: why }, turn, deps);
    if (!isDone(outcome) || contextTokens(turn, deps) > before * (1 - leastSaving)) return;
  }
}

/** null: not now. */
function dueFor(
  trigger: "preflight" | "post_tool",
  pass: number,
  turn: TurnState,
  deps: TurnDeps,
): CompressionTrigger | null {
  const { engine } = deps.context;
  if (!mayRun(turn, deps)) return null;
  const tokens = contextTokens(turn, deps);
  const { yes, reason } = engine.shouldCompress(tokens, carriedBy(turn, deps));
  const block = yes || reason !== undefined ? blockedBy(reason, tokens, deps) : null;
  if (block !== null) reportBlock(block, trigger, turn, deps);
  if (yes || block !== null) return block === null ? trigger : null;
  const isAsked = trigger === "preflight" && pass === 0;
  return isAsked && engine.shouldCompressPreflight?.(turn.history) === true ? "engine" : null;
}

function carriedBy({ history: messages, system }: TurnState, { toolbox }: TurnDeps): CarriedContext {
  return { messages, system, tools: toolbox.schemas };
}

function mayRun(turn: TurnState, deps: TurnDeps): boolean {
  const { enabled, maxRounds, watch } = deps.context;
  if (!enabled || turn.compressionRounds >= maxRounds || turn.signal.aborted) return false;
  return !watch.unconfirmed || contextTokens(turn, deps) >= overfull * deps.runtime.active.contextLength;
}
