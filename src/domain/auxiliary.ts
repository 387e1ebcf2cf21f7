import type { PromptSpending } from "./cache-state.ts";
import type { ProviderFailure } from "./failure.ts";
import type { Message } from "./message.ts";
import type { ModelReply, SystemBlock, ToolSchema } from "./model-client.ts";
import type { Runtime, RuntimeName } from "./runtime.ts";
import type { Usage } from "./usage.ts";

export type AuxiliaryTask =
  | "vision"
  | "compression"
  | "web_extract"
  | "approval"
  | "title_generation"
  | "session_search"
  | "skills_hub"
  | "mcp"
  | "background_review"
  | "memory_query_rewrite"
  | "goal_judge";

/** Side work on a side model: own routing, own retries. It never touches the turn's counters. */
export type Auxiliary = {
  readonly call: (task: AuxiliaryTask, request: AuxiliaryRequest) => Promise<AuxiliaryOutcome>;
};

export type AuxiliaryRequest = {
  readonly messages: readonly Message[];
  readonly system?: readonly SystemBlock[];
  readonly tools?: readonly ToolSchema[];
  /** The runtime of this turn, a fallback included: where `auto` goes first. */
  readonly runtime: Runtime;
  /** Called once per answer, also for one that could not be used: it was paid for. */
  readonly onUsage: (usage: AuxiliaryUsage) => void;
  readonly signal: AbortSignal;
  /** Instead of the task's settings. */
  readonly choice?: { readonly provider?: string; readonly model?: string; readonly baseUrl?: string };
  readonly timeoutMs?: number;
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** The chat format's `response_format`; the other formats get none. */
  readonly responseFormat?: Readonly<Record<string, unknown>>;
  /** An estimate; how long silence may last depends on it. */
  readonly contextTokens?: number;
};

export type AuxiliaryUsage = RuntimeName & {
  readonly task: AuxiliaryTask;
  readonly usage: Usage;
  readonly cost_usd: number | null; // null: its model has no price
  /** What its prompt cost; absent where its model has no price. */
  readonly prompt?: PromptSpending;
};

export type AuxiliaryOutcome =
  | { readonly kind: "reply"; readonly reply: ModelReply; readonly runtime: RuntimeName }
  | {
      readonly kind: "failed";
      /** Of the first runtime that was asked. */
      readonly failure: ProviderFailure;
      /** Which were asked, in order. */
      readonly asked: readonly RuntimeName[];
      /** One line for the person. */
      readonly notice: string;
    }
  | { readonly kind: "aborted" };
