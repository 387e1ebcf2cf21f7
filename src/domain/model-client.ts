import type { CachePlan, CacheTail, SentPrompt } from "./cache.ts";
import type { ProviderFailure } from "./failure.ts";
import type { AssistantMessage, Message, ToolCall } from "./message.ts";
import type { Effort, Runtime } from "./runtime.ts";
import type { Usage } from "./usage.ts";

/** Sends one request and reads one answer. It never retries and never throws for what a provider or the wire does. */
export type ModelClient = {
  readonly call: (
    request: ModelRequest,
    onDelta: (delta: ModelDelta) => void,
    signal: AbortSignal,
  ) => Promise<ModelOutcome>;
};

export type ModelRequest = {
  readonly runtime: Runtime;
  readonly system: readonly SystemBlock[];
  /** Valid by the invariants of agent-loop 4.2. Objects keep their identity from step to step: lowering is memoised by it. */
  readonly messages: readonly Message[];
  /** Index of the newest real user message, -1 if none. What depends on age is decided by it. */
  readonly turnStart: number;
  readonly tools: readonly ToolSchema[]; // frozen order; empty: the key is left out
  readonly cache: CachePlan;
  readonly maxTokens: number | null;
  readonly reasoning: ReasoningSetting | null; // null: the endpoint's own default
  readonly latches: WireLatches;
  /** Merged over the body last (`extra_body` key by key). */
  readonly overrides: Readonly<Record<string, unknown>>;
  /** The ledger's number; time limits depend on it. */
  readonly contextTokens: number;
};

export type ReasoningSetting = { readonly enabled: boolean; readonly effort: Effort | null };

/** A part of the system text. Only `cached` blocks lie in front of the cache marker. */
export type SystemBlock = { readonly text: string; readonly cached: boolean };

/** A tool as every endpoint gets it: canonical JSON Schema, keys sorted, made once when the list is frozen. */
export type ToolSchema = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Set by recovery, read by the wire build; history never changes for them. */
export type WireLatches = {
  readonly reasoningDetailsDisabled: boolean;
  readonly encryptedReplayDisabled: boolean;
  readonly imagesDisabled: boolean;
  readonly toolImagesDisabled: boolean; // those a person sent stay
  /** Results of tools as one plain string each, whatever they hold. */
  readonly toolTextOnly: boolean;
  /** Characters that some parsers refuse are replaced in every string of the body. */
  readonly textScrubbed: boolean;
  /** Characters that no header can carry are left out of the key and the headers. */
  readonly headersScrubbed: boolean;
  /** Names left out of `anthropic-beta`, whoever asked for them. */
  readonly droppedBetas: readonly string[];
};

export const noLatches: WireLatches = {
  reasoningDetailsDisabled: false,
  encryptedReplayDisabled: false,
  imagesDisabled: false,
  toolImagesDisabled: false,
  toolTextOnly: false,
  textScrubbed: false,
  headersScrubbed: false,
  droppedBetas: [],
};

export type ModelDelta =
  | { readonly type: "headers" } // 2xx arrived: from here a broken stream may be reconnected
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly name: string }
  | { readonly type: "silence"; readonly waitedMs: number }; // every 30 s without a chunk

export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "incomplete";

/** A whole answer in the internal format, whatever the endpoint spoke. */
export type ModelReply = Pick<
  AssistantMessage,
  | "reasoning_content"
  | "reasoning_details"
  | "anthropic_content_blocks"
  | "codex_reasoning_items"
  | "codex_message_items"
> & {
  readonly content: string;
  readonly reasoning: string | null;
  readonly tool_calls: readonly ToolCall[];
  readonly finish_reason: FinishReason;
  /** null: the provider reported none; the ledger stays on its estimate. */
  readonly usage: Usage | null;
  readonly model: string;
  /** The stream ended early, yet what came is worth keeping (agent-loop 5.2, 6.4). */
  readonly partial: PartialStub | null;
  readonly tail: CacheTail | null;
  /** null: nobody knows what was sent. */
  readonly sent?: SentPrompt | null;
  /** The server answered a stream request with one object: do not ask it to stream again. */
  readonly ignoredStream: boolean;
};

export type PartialStub = { readonly droppedTools: readonly string[]; readonly contentFilter: boolean };

export type ModelOutcome =
  | { readonly kind: "reply"; readonly reply: ModelReply }
  | {
      readonly kind: "failed";
      readonly failure: ProviderFailure;
      readonly deliveredText: string;
      readonly draftingTool: boolean;
    }
  | { readonly kind: "aborted" }; // the caller's signal; nothing of the answer may be used
