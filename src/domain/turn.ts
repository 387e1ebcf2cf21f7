import type { PromptSpending } from "./cache-state.ts";
import type { ExitReason } from "./exit.ts";
import type { FailureKind } from "./failure.ts";
import type { Message } from "./message.ts";
import type { RuntimeName } from "./runtime.ts";
import type { CallStatus } from "./tool-hooks.ts";
import type { Usage } from "./usage.ts";

export type CostStatus = "estimated" | "actual" | "included" | "unknown";

/** What a turn came to. Every turn has one, whatever happened. */
export type TurnResult = Usage & {
  readonly final_response: string | null;
  readonly messages: readonly Message[];
  readonly api_calls: number;
  readonly tool_calls: number;
  readonly completed: boolean;
  readonly failed: boolean;
  readonly partial: boolean;
  readonly interrupted: boolean;
  readonly exit_reason: ExitReason;
  readonly exit_detail: string | null;
  readonly error: string | null;
  readonly failure_reason: FailureKind | null;
  readonly failure_retryable: boolean | null;
  readonly failure_status: number | null;
  /** Why a conversation that was too long could not be made shorter. */
  readonly compression_exhausted: boolean;
  readonly compression_deferred: boolean;
  readonly compaction_disabled: boolean;
  /** The text was shown before, beside the calls it came with. */
  readonly response_previewed?: true;
  /** A hook gave the answer other words; these were the model's. */
  readonly response_transformed?: true;
  readonly pre_transform_response?: string;
  /** What halted the turn. */
  readonly guardrail?: { readonly rule: string; readonly message: string };
  readonly explanation: string | null;
  readonly partial_text: string | null;
  readonly interrupt_message: string | null;
  readonly pending_steer: string | null;
  readonly last_reasoning: string | null;
  readonly model: string;
  readonly provider: string;
  readonly base_url: string;
  readonly session_id: string;
  readonly turn_id: string;
  readonly last_prompt_tokens: number;
  readonly estimated_cost_usd: number | null;
  readonly cost_status: CostStatus;
  readonly duration_ms: number;
  readonly duration_api_ms: number;
  readonly cleanup_errors: readonly string[];
};

/** What a child of a turn used; its own session has the same in its own rows. */
export type ChildCost = RuntimeName & {
  readonly api_calls: number;
  readonly usage: Usage;
  /** null or absent: nobody knows its price. */
  readonly cost_usd?: number | null;
};

/** What was used besides the turn's own requests: by children ("delegation") or for side work ("vision"…). */
export type SideCost = ChildCost & {
  readonly task: string;
  readonly cost_usd: number | null;
  /** When it was answered, in seconds. */
  readonly at: number;
  /** What its prompts cost, and the least they could have cost, where they belong to this conversation. */
  readonly prompt?: PromptSpending;
};

/** A tool call as figures, without its words. */
export type ToolRun = {
  readonly tool: string;
  readonly status: CallStatus;
  readonly duration_ms: number;
  readonly at: number;
};

/** What was decided about a call that a rule or a person had a say in. */
export type TurnDecision = {
  readonly tool: string;
  readonly rule: string | null;
  /** Masked and cut. */
  readonly action: string;
  readonly decision: "allow" | "deny";
  readonly by: string;
  readonly scope: string | null;
};

/** The row a turn leaves behind. */
export type TurnRow = {
  /** Not part of `usage`: kept beside it, by task. */
  readonly side_costs?: readonly SideCost[];
  readonly tool_runs?: readonly ToolRun[];
  readonly decisions?: readonly TurnDecision[];
  readonly turn_id: string;
  readonly started_at: number;
  readonly ended_at: number;
  readonly exit_reason: ExitReason;
  readonly exit_detail: string | null;
  readonly iterations: number;
  readonly api_calls: number;
  readonly tool_calls: number;
  readonly usage: Usage;
  readonly cost_usd: number | null;
  readonly cost_status: CostStatus;
  readonly model: string;
  readonly provider: string;
  readonly fallback: boolean;
  readonly interrupted: boolean;
  readonly error_code: string | null;
};
