import type { SessionInfo } from "../../domain/event.ts";
import type { ExitReason } from "../../domain/exit.ts";
import type { CostStatus } from "../../domain/turn.ts";
import { addUsage, type Usage } from "../../domain/usage.ts";
import { costOfRun, type Denial, type Tally } from "./tally.ts";
import type { Subtype } from "./verdict.ts";

/** The one object of `--output-format json`, and the last line of `stream-json`. All fields are always there, in this order. */
export type ResultObject = {
  readonly type: "result";
  readonly subtype: Subtype;
  readonly is_error: boolean;
  readonly result: string;
  readonly structured: unknown;
  readonly session_id: string;
  readonly parent_session_id: string | null;
  readonly exit_reason: ExitReason;
  readonly exit_detail: string | null;
  readonly num_turns: number;
  readonly api_calls: number;
  readonly tool_calls: number;
  readonly duration_ms: number;
  readonly duration_api_ms: number;
  readonly model: string;
  readonly provider: string;
  readonly fallback_used: boolean;
  readonly usage: Tokens & { readonly self: Tokens };
  readonly cost_usd: number | null;
  readonly cost_status: CostStatus;
  readonly denials: readonly Denial[];
  readonly error: RunError | null;
};

export type RunError = {
  readonly code: string;
  readonly message: string;
  readonly provider_status: number | null;
};

export type Tokens = Omit<Usage, "prompt_tokens" | "completion_tokens">;

/** How a run ended, apart from what it added up to. */
export type Ending = {
  readonly subtype: Subtype;
  readonly exitCode: number;
  readonly answer: string;
  readonly structured: unknown;
  readonly exitReason: ExitReason;
  readonly exitDetail: string | null;
  readonly error: RunError | null;
};

export function resultObject(ending: Ending, tally: Tally, info: SessionInfo | null, durationMs: number): ResultObject {
  const usage = tokensOf(addUsage(tally.usage, tally.besides));
  return {
    type: "result",
    subtype: ending.subtype,
    is_error: ending.error !== null,
    result: ending.answer,
    structured: ending.structured,
    session_id: tally.sessionId,
    parent_session_id: tally.parentSessionId,
    exit_reason: ending.exitReason,
    exit_detail: ending.exitDetail,
    num_turns: tally.turns,
    api_calls: tally.apiCalls,
    tool_calls: tally.toolCalls,
    duration_ms: Math.round(durationMs),
    duration_api_ms: Math.round(tally.apiMs),
    model: tally.last?.model ?? info?.model ?? "",
    provider: tally.last?.provider ?? info?.provider ?? "",
    fallback_used: tally.fallbackUsed,
    usage: { ...usage, self: tokensOf(tally.usage) },
    ...costOfRun(tally),
    denials: tally.denials,
    error: ending.error,
  };
}

export function tokensOf(usage: Usage): Tokens {
  return {
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    cache_read_tokens: usage.cache_read_tokens,
    cache_write_tokens: usage.cache_write_tokens,
    reasoning_tokens: usage.reasoning_tokens,
    total_tokens: usage.total_tokens,
  };
}
