import type { CompressionProposal, CompressionRecord, CompressionTrigger } from "../domain/context-engine.ts";
import { compressionPhrases as say } from "../text/phrases/compression.ts";
import type { Block, Round, RoundEnd } from "./compression-round.ts";
import { estimateHistory } from "./context-tokens.ts";
import type { SummarySpent } from "./context-host.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** One line per round, whatever came of it, and never a word of the conversation. */
export function reportRound(round: Round, turn: TurnState, deps: TurnDeps): RoundEnd {
  const record = recordOf(round, turn, deps);
  deps.log("info", "compression", record);
  deps.emit({ type: "compression.finished", record });
  const { trigger, outcome, failureClass } = { ...round, ...round.wish };
  const line = trigger === "manual" ? null : say.trouble(outcome, failureClass); // who asked for it hears it anyway
  if (line !== null && isFirst(keyOf(round), deps)) deps.emit({ type: "notice.given", level: "warning", text: line });
  return { outcome, record };
}

/** Over the limit and not even tried: the person hears of it once, until something has changed. */
export function reportBlock(block: Block, trigger: CompressionTrigger, turn: TurnState, deps: TurnDeps): void {
  if (deps.context.watch.told.has(keyOf(block))) return;
  const before = { messages: turn.history.length, tokens: estimateHistory(turn.history, turn, deps) };
  const never = { proposal: null, after: null, changedLayers: [], lockMs: 0, commitMs: 0, wish: { trigger } };
  const round = { ...block, ...never, before, startedMs: deps.clock.now(), sessionId: turn.sessionId };
  reportRound(round, turn, deps);
}

function keyOf({ outcome, failureClass }: Pick<Round, "outcome" | "failureClass">): string {
  return `${outcome} ${failureClass ?? ""}`;
}

function isFirst(key: string, { context }: TurnDeps): boolean {
  if (context.watch.told.has(key)) return false;
  context.watch.told.add(key);
  return true;
}

export function recordOf(round: Round, turn: TurnState, deps: TurnDeps): CompressionRecord {
  const { outcome, proposal, wish, sessionId } = round;
  const { context } = deps;
  return {
    ...unsaid,
    ...fromEngine(proposal?.record),
    event: "compression",
    attempt_id: deps.rng.uuid(),
    conversation_id: context.conversationId(),
    session_id: sessionId,
    child_session_id: turn.sessionId === sessionId ? null : turn.sessionId,
    trigger: wish.trigger,
    engine: context.engine.name,
    outcome,
    failure_class: round.failureClass,
    ...askedOf(deps),
    ...sizesOf(round),
    pruned_results: proposal?.pruned ?? 0,
    ...paid(context.summaries.spent(), proposal),
    duration_ms: deps.clock.now() - round.startedMs,
    commit_ms: round.commitMs,
    lock_wait_ms: round.lockMs,
    compression_index: context.watch.count,
    prompt_layers_changed: round.changedLayers,
    focus: (wish.focusTopic ?? null) !== null,
    cache_ttl: context.caching.ttl,
    strategy: context.caching.strategy,
  };
}

function askedOf({ runtime, context }: TurnDeps): Readonly<Record<string, unknown>> {
  const { model, provider, contextLength } = runtime.active;
  const trigger = context.engine.getStatus?.()?.threshold_tokens ?? null;
  return { main_model: model, main_provider: provider, context_length: contextLength, trigger_tokens: trigger };
}

function sizesOf({ before, after }: Round) {
  const { messages, tokens } = after ?? before;
  return {
    tokens_before: before.tokens,
    tokens_after: tokens,
    tokens_source: "estimate", // only like can be compared with like
    saved_ratio: before.tokens === 0 ? 0 : 1 - tokens / before.tokens,
    messages_before: before.messages,
    messages_after: messages,
  };
}

/** What only the engine knows, until it says so. */
const unsaid = {
  trigger_tokens: null,
  head_tokens: null,
  middle_tokens: null,
  tail_tokens: null,
  hoisted: false,
  pruned_results: 0,
  dedup_results: 0,
  truncated_args: 0,
  summary_path: null,
  summary_budget: null,
  summary_tokens: null,
  appendix_tokens: null,
  chunks: 0,
  fallback_used: false,
} as const;

const longestWord = 40;

/** Numbers, yes and no, and short words: whatever else an engine puts there could be somebody's text. */
function fromEngine(record: CompressionRecord | undefined): Readonly<Record<string, unknown>> {
  const said = Object.entries(record ?? {}).filter(([key]) => key in unsaid);
  return Object.fromEntries(said.filter(([, value]) => ["number", "boolean"].includes(typeof value) || isWord(value)));
}

function isWord(value: unknown): boolean {
  return typeof value === "string" && value.length <= longestWord && /^[a-z_]+$/u.test(value);
}

function paid(spent: SummarySpent, proposal: CompressionProposal | null): Readonly<Record<string, unknown>> {
  const { usage, by, calls, costUsd, ms, path } = spent;
  const own = proposal?.record["summary_path"];
  return {
    summary_path: isWord(own) ? own : path === null ? null : path === "same-prefix" ? "same_prefix" : "auxiliary",
    summary_model: by?.model ?? null,
    summary_provider: by?.provider ?? null,
    summary_usage: {
      input: usage.input_tokens,
      cache_read: usage.cache_read_tokens,
      cache_write: usage.cache_write_tokens,
      output: usage.output_tokens,
    },
    summary_cost_usd: calls === 0 ? 0 : costUsd,
    summary_ms: ms,
  };
}
