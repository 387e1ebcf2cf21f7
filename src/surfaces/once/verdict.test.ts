import { expect, test } from "vitest";
import { turnResult } from "../../../tests/support/scripted-session.ts";
import { type ExitReason, exitReasons } from "../../domain/exit.ts";
import type { TurnResult } from "../../domain/turn.ts";
import { endingOf } from "./ending.ts";
import { verdictOf } from "./verdict.ts";

type Row = readonly [reason: ExitReason, detail: string | null, subtype: string, exitCode: number, answer: string];

const text = "the text";
const rows: readonly Row[] = [
  ["text_response", "stop", "success", 0, text],
  ["max_iterations_reached", "3/3", "max_turns", 4, text],
  ["budget_exhausted", "90/90", "max_turns", 4, text],
  ["budget_exhausted", "cost", "budget", 4, text],
  ["budget_exhausted", "time", "budget", 4, text],
  ["interrupted_by_user", null, "interrupted", 130, ""],
  ["interrupted_during_api_call", null, "interrupted", 130, ""],
  ["interrupted_during_retry_wait", null, "interrupted", 130, ""],
  ["partial_stream_recovery", null, "success", 0, text],
  ["fallback_prior_turn_content", null, "success", 0, text],
  ["guardrail_halt", null, "success", 0, text],
  ["length_exhausted", null, "truncated", 4, text],
  ["truncated_tool_call", null, "truncated", 1, ""],
  ["thinking_budget_exhausted", null, "truncated", 1, ""],
  ["repetition_detected", null, "truncated", 1, ""],
  ["incomplete_scratchpad", null, "truncated", 1, ""],
  ["responses_incomplete", null, "truncated", 1, ""],
  ["invalid_tool_calls_exhausted", null, "truncated", 1, ""],
  ["empty_response_exhausted", null, "empty", 1, ""],
  ["content_policy_blocked", null, "error", 1, ""],
  ["invalid_response_exhausted", null, "error", 1, ""],
  ["api_error_nonretryable", "auth", "error", 1, ""],
  ["api_retries_exhausted", "server_error", "error", 1, ""],
  ["context_overflow_exhausted", null, "error", 1, ""],
  ["payload_too_large_exhausted", null, "error", 1, ""],
  ["compaction_disabled", null, "error", 1, ""],
  ["compression_deferred", null, "truncated", 1, ""],
  ["output_cap_rejected", null, "error", 1, ""],
  ["session_persistence_failed", "disk", "error", 1, ""],
  ["session_busy", null, "error", 1, ""],
  ["local_processing_error", null, "error", 1, ""],
  ["error_near_max_iterations", null, "error", 1, ""],
  ["runtime_context_too_small", null, "error", 1, ""],
  ["compaction_not_actionable", null, "success", 0, text],
];

test.each(rows)("%s (%s) is %s with exit code %i", (...row) => {
  const [exit_reason, exit_detail, subtype, exitCode, answer] = row;
  const turn = turnResult({ exit_reason, exit_detail, final_response: text });
  expect(verdictOf(turn)).toEqual({ subtype, exitCode, answer });
});

test("every exit reason has its row", () => {
  expect(new Set(rows.map(([reason]) => reason))).toEqual(new Set(exitReasons));
});

test("a truncated turn without text is a failed one, and text that was seen counts", () => {
  const cut: Partial<TurnResult> = { exit_reason: "length_exhausted", final_response: null };
  expect(verdictOf(turnResult(cut))).toEqual({ subtype: "truncated", exitCode: 1, answer: "" });
  const seen = turnResult({
    exit_reason: "truncated_tool_call",
    final_response: "It was cut.",
    partial_text: "So far",
  });
  expect(verdictOf(seen)).toEqual({ subtype: "truncated", exitCode: 4, answer: "So far" });
});

test("what was seen before an interrupt is no answer", () => {
  const turn = turnResult({ exit_reason: "interrupted_during_api_call", partial_text: "So f" });
  expect(verdictOf(turn)).toEqual({ subtype: "interrupted", exitCode: 130, answer: "" });
});

const interrupted = turnResult({ completed: false, interrupted: true, exit_reason: "interrupted_by_user" });

test.each([
  [{ stop: { kind: "signal", signal: "SIGINT" }, clientInterrupted: false }, 130],
  [{ stop: { kind: "signal", signal: "SIGTERM" }, clientInterrupted: false }, 143],
  [{ stop: { kind: "output_closed" }, clientInterrupted: false }, 141],
  [{ stop: null, clientInterrupted: true }, 0],
  [{ stop: null, clientInterrupted: false }, 130],
] as const)("an interrupted turn under %o exits with %i", (circumstances, exitCode) => {
  expect(endingOf(interrupted, circumstances).exitCode).toBe(exitCode);
});

test("a stop that came too late to matter leaves a complete answer a success", () => {
  const stop = { kind: "signal", signal: "SIGINT" } as const;
  expect(endingOf(turnResult(), { stop, clientInterrupted: false }).exitCode).toBe(0);
});

test("an error names the class of failure, says it in words and gives the provider's status", () => {
  const turn = turnResult({
    completed: false,
    failed: true,
    exit_reason: "api_retries_exhausted",
    final_response: "The provider kept failing.",
    failure_reason: "server_error",
    failure_status: 500,
  });
  expect(endingOf(turn, { stop: null, clientInterrupted: false }).error).toEqual({
    code: "server_error",
    message: "The provider kept failing.",
    provider_status: 500,
  });
});
