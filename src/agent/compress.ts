import { isSound } from "../context/is-sound.ts";
import { createWirePass } from "../context/wire-pass.ts";
import type { CompressionProposal, CompressionRequest, CompressionTrigger } from "../domain/context-engine.ts";
import { textOf, type Message } from "../domain/message.ts";
import { reportRound, type Outcome } from "./compression-report.ts";
import { contextTokens, estimateHistory as estimate } from "./context-tokens.ts";
import { saveKept } from "./remember.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

const progressShare = 0.95; // of the tokens before; above it another round would only burn a summary
const weakShare = 0.9;
const mostWeakRounds = 2;

/** Before the first request as often as it helps, between steps once. The engine says when; the person may forbid it. */
export async function compressIfNeeded(
  trigger: "preflight" | "post_tool",
  turn: TurnState,
  deps: TurnDeps,
): Promise<void> {
  const passes = trigger === "preflight" ? deps.context.maxRounds : 1;
  for (let pass = 0; pass < passes && isDue(turn, deps); pass++) {
    const { outcome } = await compressNow(trigger, turn, deps);
    if (outcome !== "ok") return;
  }
}

function isDue(turn: TurnState, deps: TurnDeps): boolean {
  const { enabled, engine, maxRounds, weakRounds } = deps.context;
  if (!enabled || weakRounds >= mostWeakRounds || turn.compressionRounds >= maxRounds) return false;
  return engine.shouldCompress(contextTokens(turn, deps)).yes;
}

/** One round: the engine proposes, the journal commits, the turn goes on in the child session. */
export async function compressNow(
  trigger: CompressionTrigger,
  turn: TurnState,
  deps: TurnDeps,
): Promise<{ readonly outcome: Outcome }> {
  const startedMs = deps.clock.now();
  await using lock = await deps.context.lock();
  if (lock === null)
    return reportRound(
      { outcome: "locked", proposal: null, trigger, startedMs, sessionId: turn.sessionId, changedLayers: [] },
      turn,
      deps,
    );
  if (trigger !== "preflight") turn.compressionRounds += 1;
  deps.emit({ type: "phase.changed", phase: "compressing" });
  await saveKept(turn, deps);
  const sessionId = turn.sessionId;
  const memoryContext = await deps.context.beforeCompression(turn, deps);
  const proposal = await propose({ trigger, memoryContext }, turn, deps);
  const outcome = proposal === null ? "failed" : verdictOn(proposal, turn, deps);
  const adopted = outcome === "ok" && proposal?.messages !== undefined;
  const changedLayers = adopted ? await adopt(proposal, proposal.messages, turn, deps) : [];
  return reportRound({ outcome, proposal, trigger, startedMs, sessionId, changedLayers }, turn, deps);
}

/** An engine may be anybody's: what it throws costs the round and nothing else. */
async function propose(
  { trigger, memoryContext }: Pick<CompressionRequest, "trigger" | "memoryContext">,
  turn: TurnState,
  deps: TurnDeps,
): Promise<CompressionProposal | null> {
  const { system, history: messages, signal } = turn;
  const currentTokens = contextTokens(turn, deps);
  const request = {
    messages,
    system,
    currentTokens,
    trigger,
    memoryContext,
    force: trigger !== "preflight" && trigger !== "post_tool",
  };
  try {
    return await deps.context.engine.compress({ ...request, tools: deps.toolbox.schemas, focusTopic: null, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    deps.log("error", "compression.engine_failed", { engine: deps.context.engine.name, error: String(error) });
    return null;
  }
}

function verdictOn(proposal: CompressionProposal, turn: TurnState, deps: TurnDeps): Outcome {
  if (proposal.outcome === "aborted") return "failed";
  if (proposal.outcome === "noop") return "no_progress";
  if (proposal.messages === undefined) return "ok"; // only the engine's view changed
  if (!keepsPromises(proposal.messages, turn, deps)) return "failed";
  const [before, after] = [estimate(turn.history, turn, deps), estimate(proposal.messages, turn, deps)];
  return proposal.messages.length < turn.history.length || after < before * progressShare ? "ok" : "no_progress";
}

/** Calls and results stay together, and the newest question and whatever came last are still there. */
function keepsPromises(messages: readonly Message[], { history }: TurnState, { runtime }: TurnDeps): boolean {
  const asked = history[questionIn(history)];
  const kept = messages[questionIn(messages)];
  return (
    messages.length > 0 &&
    isSound(messages, runtime.active.apiMode) &&
    messages.at(-1)?.role === history.at(-1)?.role &&
    isSameQuestion(textIn(kept), textIn(asked))
  );
}

/** An engine may put words in front of a question, and nothing behind it; where nobody asked, nothing can be lost. */
function isSameQuestion(kept: string, asked: string): boolean {
  return kept.endsWith(asked.slice(-200));
}

function textIn(message: Message | undefined): string {
  return message === undefined ? "" : textOf(message.content).trim();
}

function questionIn(messages: readonly Message[]): number {
  return messages.findLastIndex((message) => message.role === "user" && (message.extra?.origin ?? "user") === "user");
}

async function adopt(
  proposal: CompressionProposal,
  messages: readonly Message[],
  turn: TurnState,
  deps: TurnDeps,
): Promise<readonly string[]> {
  const saved = estimate(messages, turn, deps) / estimate(turn.history, turn, deps);
  turn.sessionId = await deps.journal.commitCompression(turn.sessionId, proposal);
  deps.context.weakRounds = saved > weakShare ? deps.context.weakRounds + 1 : 0;
  const { system, changedLayers } = await deps.context.movedTo(turn.sessionId);
  turn.system = system;
  turn.history = messages;
  deps.hints.follow(messages);
  turn.turnStart = questionIn(messages);
  turn.wirePass = createWirePass();
  turn.batch = { step: 0, rows: [] };
  deps.ledger.drop();
  deps.cache.forget();
  return changedLayers;
}
