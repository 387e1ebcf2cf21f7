import { isSound } from "../context/is-sound.ts";
import { createWirePass } from "../context/wire-pass.ts";
import type { CompressionProposal, CompressionTrigger } from "../domain/context-engine.ts";
import { isQuestion, textOf, type Message } from "../domain/message.ts";
import { PersistenceError, type RowId } from "../domain/turn-journal.ts";
import { recordOf, reportRound } from "./compression-report.ts";
import { isDone, type CompressionWish, type Round, type RoundEnd } from "./compression-round.ts";
import { contextTokens, estimateHistory as estimate, viewed } from "./context-tokens.ts";
import { countRound } from "./compression-watch.ts";
import { aborted } from "./guarded-hook.ts";
import { saveKept } from "./remember.ts";
import { selectContext } from "./select-context.ts";
import type { CompressionLock } from "./context-host.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** One round: the engine proposes, the journal commits, the turn goes on in the child session. */
export async function compressNow(wish: CompressionWish, turn: TurnState, deps: TurnDeps): Promise<RoundEnd> {
  if (adoptFollowed(turn, deps)) return { outcome: "ok", record: null };
  const round = newRound(wish, turn, deps);
  await using lock = await deps.context.lock();
  const lockMs = deps.clock.now() - round.startedMs;
  if (lock === null) return reportRound({ ...round, lockMs }, turn, deps);
  turn.compressionRounds += 1;
  deps.emit({ type: "phase.changed", phase: "compressing" });
  const writes = deps.context.memory.writes();
  const ended = await deps.context.summaries.during(turn, deps, () => work({ ...round, lockMs }, lock, turn, deps));
  countRound(ended, deps.context.memory.writes() > writes, turn, deps);
  await deps.context.memory.flush();
  return reportRound(ended, turn, deps);
}

function newRound(wish: CompressionWish, turn: TurnState, deps: TurnDeps): Round {
  return {
    wish,
    outcome: "locked",
    failureClass: null,
    proposal: null,
    startedMs: deps.clock.now(),
    sessionId: turn.sessionId,
    before: { messages: viewed(turn).length, tokens: estimate(viewed(turn), turn, deps) },
    after: null,
    changedLayers: [],
    lockMs: 0,
    commitMs: 0,
  };
}

/** Somebody else's shorter history is as good as ours would be. */
function adoptFollowed(turn: TurnState, deps: TurnDeps): boolean {
  const followed = deps.context.followed();
  if (followed === null) return false;
  turn.sessionId = followed.sessionId;
  takeOver(followed.history, turn, deps);
  return true;
}

async function work(round: Round, lock: CompressionLock, turn: TurnState, deps: TurnDeps): Promise<Round> {
  const signal = AbortSignal.any([turn.signal, lock.lost]);
  const { proposal, failureClass, watermark } = await propose(round, signal, turn, deps);
  if (turn.signal.aborted) return { ...round, outcome: "cancelled", proposal };
  if (lock.lost.aborted) return { ...round, outcome: "failed", failureClass: "lease", proposal };
  if (proposal === null) return { ...round, outcome: "failed", failureClass };
  const verdict = { ...round, proposal, ...verdictOn(proposal, turn, deps) };
  if (!isDone(verdict.outcome)) return verdict;
  if (proposal.messages === undefined) return seenAnew(verdict, turn, deps);
  return adopt({ ...verdict, proposal }, proposal.messages, { turn, deps, watermark, lock });
}

/** The history is what it was; the engine shows less of it. */
async function seenAnew(round: Round, turn: TurnState, deps: TurnDeps): Promise<Round> {
  await selectContext(turn, deps);
  await deps.context.viewChanged(turn.sessionId);
  const seen = viewed(turn);
  return { ...round, after: { messages: seen.length, tokens: estimate(seen, turn, deps) } };
}

type Proposed = {
  readonly proposal: CompressionProposal | null;
  readonly failureClass: string | null;
  /** The newest row when the engine began: what it was shown is all stored by then. */
  readonly watermark: RowId | null;
};

/** An engine may be anybody's: what it throws costs the round and nothing else. */
async function propose({ wish }: Round, signal: AbortSignal, turn: TurnState, deps: TurnDeps): Promise<Proposed> {
  const { engine, beforeCompression } = deps.context;
  try {
    await saveKept(turn, deps);
    const memoryContext = await beforeCompression(turn, deps);
    const watermark = deps.context.watermark(turn.sessionId);
    const { keepExchanges = null } = wish;
    const proposing = engine.compress({
      messages: turn.history,
      system: turn.system,
      tools: deps.toolbox.schemas,
      currentTokens: contextTokens(turn, deps),
      trigger: wish.trigger,
      force: !byItself.has(wish.trigger),
      focusTopic: wish.focusTopic ?? null,
      ...(keepExchanges === null ? {} : { keepExchanges }),
      memoryContext,
      signal,
    });
    proposing.catch(() => undefined); // one that does not listen to a stop is not waited for
    return { proposal: await Promise.race([proposing, aborted(signal)]), failureClass: null, watermark };
  } catch (error) {
    if (turn.signal.aborted) return { proposal: null, failureClass: null, watermark: null };
    const stored = error instanceof PersistenceError;
    deps.log("error", "compression.engine_failed", { engine: engine.name, error: String(error) });
    return { proposal: null, failureClass: stored ? `storage_${error.reason}` : "engine", watermark: null };
  }
}

/** Rounds nobody asked for and nothing enforces. */
const byItself: ReadonlySet<CompressionTrigger> = new Set(["preflight", "post_tool", "hygiene", "idle", "engine"]);

type Verdict = Pick<Round, "outcome" | "failureClass">;

function verdictOn(proposal: CompressionProposal, turn: TurnState, deps: TurnDeps): Verdict {
  const said = proposal.record.outcome;
  const { failure_class: named = proposal.error ?? "engine" } = proposal.record;
  if (proposal.outcome === "aborted")
    return { outcome: said === "would_grow" ? said : "failed", failureClass: String(named).slice(0, 60) };
  if (proposal.outcome === "noop")
    return { outcome: noops.find((one) => one === said) ?? "no_progress", failureClass: null };
  const outcome = said === "emergency" ? said : "ok";
  if (proposal.messages === undefined) return { outcome, failureClass: null }; // only the engine's view changed
  if (!keepsPromises(proposal.messages, turn, deps)) return { outcome: "failed", failureClass: "invalid" };
  const isSmaller = estimate(proposal.messages, turn, deps) < estimate(turn.history, turn, deps);
  return isSmaller ? { outcome, failureClass: null } : { outcome: "would_grow", failureClass: "would_grow" };
}

const noops = ["no_window", "would_grow", "cooldown", "ineffective"] as const;

/** Calls and results stay together, and the newest question and whatever came last are still there. */
function keepsPromises(messages: readonly Message[], { history }: TurnState, { runtime }: TurnDeps): boolean {
  const asked = history[questionIn(history)];
  const kept = messages[questionIn(messages)];
  const last = messages.at(-1);
  const goesOn: readonly Message[] =
    last?.role === "assistant" ? [...messages, { role: "user", content: "-" }] : messages;
  return (
    isSound(goesOn, runtime.active.apiMode) &&
    last !== undefined &&
    messages[0]?.role === "user" &&
    last.role === history.at(-1)?.role &&
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
  return messages.findLastIndex(isQuestion);
}

type Commit = {
  readonly turn: TurnState;
  readonly deps: TurnDeps;
  readonly watermark: RowId | null;
  readonly lock: CompressionLock;
};

/** Until the commit nothing has changed; what the store refuses leaves the conversation as it was. */
async function adopt(
  round: Round & { readonly proposal: CompressionProposal },
  messages: readonly Message[],
  { turn, deps, watermark, lock }: Commit,
): Promise<Round> {
  const startedMs = deps.clock.now();
  const after = { messages: messages.length, tokens: estimate(messages, turn, deps) };
  const made = { ...round, after };
  try {
    const stored = { ...round.proposal, record: recordOf(made, turn, deps) };
    turn.sessionId = await deps.journal.commitCompression(turn.sessionId, stored, watermark, lock.fence);
  } catch (error) {
    if (!(error instanceof PersistenceError)) throw error;
    deps.log("error", "compression.uncommitted", { reason: error.reason, error: error.message });
    return { ...round, outcome: "failed", failureClass: `storage_${error.reason}` };
  }
  const commitMs = deps.clock.now() - startedMs;
  const { system, changedLayers, late } = await deps.context.movedTo(turn.sessionId, messages);
  turn.system = system;
  takeOver([...messages, ...late], turn, deps);
  return { ...made, commitMs, changedLayers };
}

function takeOver(history: readonly Message[], turn: TurnState, deps: TurnDeps): void {
  turn.history = history;
  turn.view = null;
  deps.hints.follow(history);
  turn.turnStart = questionIn(history);
  turn.wirePass = createWirePass();
  turn.batch = { step: 0, rows: [] };
  deps.ledger.drop();
  deps.cache.forget();
}
