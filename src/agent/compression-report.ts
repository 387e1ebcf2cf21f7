import type { CompressionProposal, CompressionRecord, CompressionTrigger } from "../domain/context-engine.ts";
import { estimateHistory } from "./context-tokens.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

export type Outcome = "ok" | "no_progress" | "locked" | "failed";

export type Round = {
  readonly outcome: Outcome;
  readonly proposal: CompressionProposal | null;
  readonly trigger: CompressionTrigger;
  readonly startedMs: number;
  readonly sessionId: string; // before
  readonly changedLayers: readonly string[]; // of the prompt
};

/** One line per round, whatever came of it, and never a word of the conversation. */
export function reportRound(round: Round, turn: TurnState, deps: TurnDeps): { readonly outcome: Outcome } {
  const record = recordOf(round, turn, deps);
  deps.log("info", "compression", record);
  deps.emit({ type: "compression.finished", record });
  return { outcome: round.outcome };
}

function recordOf(round: Round, turn: TurnState, deps: TurnDeps): CompressionRecord {
  const { outcome, proposal, trigger, startedMs, sessionId } = round;
  const { active } = deps.runtime;
  const tokens = estimateHistory(turn.history, turn, deps);
  return {
    messages_before: turn.history.length,
    messages_after: turn.history.length,
    tokens_before: tokens,
    tokens_after: tokens,
    summary_model: null,
    summary_provider: null,
    fallback_used: false,
    ...proposal?.record,
    event: "compression",
    engine: deps.context.engine.name,
    attempt_id: deps.rng.uuid(),
    session_id: sessionId,
    child_session_id: turn.sessionId === sessionId ? null : turn.sessionId,
    trigger,
    outcome,
    failure_class: outcome === "failed" ? (proposal?.error ?? "engine") : null,
    tokens_source: "estimate",
    main_model: active.model,
    main_provider: active.provider,
    context_length: active.contextLength,
    prompt_layers_changed: round.changedLayers,
    duration_ms: deps.clock.now() - startedMs,
  };
}
