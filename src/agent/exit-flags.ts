import type { ExitReason } from "../domain/exit.ts";

export type ExitFlags = {
  readonly completed?: true;
  readonly failed?: true;
  readonly partial?: true;
  readonly interrupted?: true;
};

/** What each ending means for whoever reads the result (agent-loop 3.2). */
export const exitFlags: Readonly<Record<ExitReason, ExitFlags>> = {
  text_response: { completed: true },
  max_iterations_reached: {},
  budget_exhausted: {},
  interrupted_by_user: { interrupted: true },
  interrupted_during_api_call: { interrupted: true },
  interrupted_during_retry_wait: { interrupted: true },
  partial_stream_recovery: { completed: true },
  fallback_prior_turn_content: { completed: true },
  guardrail_halt: { completed: true },
  length_exhausted: { partial: true },
  truncated_tool_call: { partial: true },
  thinking_budget_exhausted: { partial: true },
  repetition_detected: { partial: true },
  incomplete_scratchpad: { partial: true },
  responses_incomplete: { partial: true },
  invalid_tool_calls_exhausted: { partial: true },
  empty_response_exhausted: { completed: true },
  content_policy_blocked: { failed: true },
  invalid_response_exhausted: { failed: true },
  api_error_nonretryable: { failed: true },
  api_retries_exhausted: { failed: true },
  context_overflow_exhausted: { failed: true, partial: true },
  payload_too_large_exhausted: { failed: true, partial: true },
  compaction_disabled: { failed: true, partial: true },
  compression_deferred: { partial: true },
  output_cap_rejected: { failed: true },
  session_persistence_failed: { failed: true },
  session_busy: { failed: true },
  local_processing_error: { failed: true },
  error_near_max_iterations: { failed: true },
  runtime_context_too_small: { failed: true },
  compaction_not_actionable: { completed: true },
};

/** The endings whose text is the model's own answer: it is stored even when no tool stands before it. */
export const answers: ReadonlySet<ExitReason> = new Set<ExitReason>([
  "text_response",
  "length_exhausted",
  "max_iterations_reached",
  "budget_exhausted",
]);
