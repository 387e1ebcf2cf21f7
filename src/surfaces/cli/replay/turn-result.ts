import type { TapedTurn } from "../../../commands/replay/tape.ts";
import { type ExitReason, exitReasons } from "../../../domain/exit.ts";
import type { TurnResult } from "../../../domain/turn.ts";
import { type Usage, usageOf } from "../../../domain/usage.ts";
import { replayPhrases as say } from "../../../text/phrases/replay.ts";

type Around = {
  readonly sessionId: string;
  /** Results count a session from its beginning. */
  readonly before: Usage;
  readonly isFailure: (exitReason: string) => boolean;
};

/** The result a stored turn had, as far as it is stored. Its words were messages and are told as such. */
export function turnResult(end: NonNullable<TapedTurn["end"]>, { sessionId, before, isFailure }: Around): TurnResult {
  const { exit_reason: reason, exit_detail: detail } = end;
  const failed = isFailure(reason);
  const isPlain = reason === "text_response" || failed || end.interrupted === 1;
  return {
    ...usageOf({
      input_tokens: before.input_tokens + end.input_tokens,
      output_tokens: before.output_tokens + end.output_tokens,
      cache_read_tokens: before.cache_read_tokens + end.cache_read_tokens,
      cache_write_tokens: before.cache_write_tokens + end.cache_write_tokens,
      reasoning_tokens: before.reasoning_tokens + end.reasoning_tokens,
    }),
    final_response: null,
    messages: [],
    api_calls: end.api_calls,
    tool_calls: end.tool_calls,
    completed: !failed,
    failed,
    partial: false,
    interrupted: end.interrupted === 1,
    exit_reason: known(reason),
    exit_detail: detail,
    error: failed ? `${reason}${detail === null ? "" : `: ${detail}`}` : null,
    failure_reason: null,
    failure_retryable: null,
    failure_status: null,
    compression_exhausted: false,
    compression_deferred: false,
    compaction_disabled: false,
    explanation: isPlain ? null : say.endedBy(reason, detail),
    partial_text: null,
    interrupt_message: null,
    pending_steer: null,
    last_reasoning: null,
    model: end.model,
    provider: end.provider,
    base_url: "",
    session_id: sessionId,
    turn_id: end.turn_id,
    last_prompt_tokens: 0,
    estimated_cost_usd: end.cost_usd,
    cost_status: end.cost_usd === null ? "unknown" : "estimated",
    duration_ms: (end.ended_at - end.started_at) * 1_000,
    duration_api_ms: 0,
    cleanup_errors: [],
  };
}

/** One that a later version wrote is told by its own name; the type wants one of ours. */
function known(reason: string): ExitReason {
  return exitReasons.find((one) => one === reason) ?? "local_processing_error";
}
