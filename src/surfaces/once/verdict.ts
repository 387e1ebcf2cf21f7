import type { ExitReason } from "../../domain/exit.ts";
import type { TurnResult } from "../../domain/turn.ts";

export type Subtype = "success" | "max_turns" | "budget" | "truncated" | "empty" | "interrupted" | "error";

type Group = {
  readonly subtype: Subtype;
  /** Whether `final_response` is an answer; otherwise it is our own sentence about what went wrong. */
  readonly answers: boolean;
};

const answered: Group = { subtype: "success", answers: true };
const stopped: Group = { subtype: "interrupted", answers: false };
const cutShort: Group = { subtype: "truncated", answers: false };
const broken: Group = { subtype: "error", answers: false };

/** The coarse grouping of every ending. */
const groups: Readonly<Record<ExitReason, Group>> = {
  text_response: answered,
  max_iterations_reached: { subtype: "max_turns", answers: true },
  budget_exhausted: { subtype: "max_turns", answers: true }, // of cost or time: see `subtypeOf`
  interrupted_by_user: stopped,
  interrupted_during_api_call: stopped,
  interrupted_during_retry_wait: stopped,
  partial_stream_recovery: answered,
  fallback_prior_turn_content: answered,
  guardrail_halt: answered,
  length_exhausted: { subtype: "truncated", answers: true },
  truncated_tool_call: cutShort,
  thinking_budget_exhausted: cutShort,
  repetition_detected: cutShort,
  incomplete_scratchpad: cutShort,
  responses_incomplete: cutShort,
  invalid_tool_calls_exhausted: cutShort,
  empty_response_exhausted: { subtype: "empty", answers: false },
  content_policy_blocked: broken,
  invalid_response_exhausted: broken,
  api_error_nonretryable: broken,
  api_retries_exhausted: broken,
  context_overflow_exhausted: broken,
  payload_too_large_exhausted: broken,
  compaction_disabled: broken,
  compression_deferred: cutShort,
  output_cap_rejected: broken,
  session_persistence_failed: broken,
  session_busy: broken,
  local_processing_error: broken,
  error_near_max_iterations: broken,
  runtime_context_too_small: broken,
  compaction_not_actionable: answered,
};

const codes: Readonly<Record<Subtype, number>> = {
  success: 0,
  max_turns: 4,
  budget: 4,
  truncated: 4, // 1 when there is no text at all
  empty: 1,
  interrupted: 130,
  error: 1,
};

export type Verdict = {
  readonly subtype: Subtype;
  readonly exitCode: number;
  /** "" when there is none. */
  readonly answer: string;
};

/** What a turn means to whoever started the program. */
export function verdictOf(turn: TurnResult): Verdict {
  const subtype = subtypeOf(turn);
  const answer = answerOf(turn, subtype) ?? "";
  const isLost = subtype === "truncated" && answer === "";
  return { subtype, answer, exitCode: isLost ? codes.error : codes[subtype] };
}

/** What was seen of a truncated answer counts; what an interrupt cut off was taken back. */
function answerOf(turn: TurnResult, subtype: Subtype): string | null {
  if (groups[turn.exit_reason].answers) return turn.final_response;
  return subtype === "truncated" ? turn.partial_text : null;
}

function subtypeOf({ exit_reason: reason, exit_detail: detail }: TurnResult): Subtype {
  const units = /^\d+\/\d+$/; // "90/90" counts model calls; anything else names cost or time
  if (reason === "budget_exhausted" && detail !== null && !units.test(detail)) return "budget";
  return groups[reason].subtype;
}
