import type { Message } from "./message.ts";
import type { SystemBlock, ToolSchema } from "./model-client.ts";
import type { Runtime } from "./runtime.ts";
import type { Usage } from "./usage.ts";

/** What an engine must not forget between requests and processes; kept with the conversation. */
export type EngineState = {
  /** Until then nothing is summed up by itself. */
  readonly cooldownUntilMs: number;
  readonly cooldownReason: string | null;
  /** Runs in a row that saved too little. */
  readonly strikes: number;
  /** How full the context was when automatic runs paused for that; null: they have not. */
  readonly pausedAt: { readonly tokens: number; readonly atMs: number } | null;
  /** Time-outs of the summary in a row. */
  readonly timeouts: number;
  /** When the summary failed last: a model that fails is not asked more than once a minute. */
  readonly failedAtMs?: number;
};

export const freshEngineState: EngineState = {
  cooldownUntilMs: 0,
  cooldownReason: null,
  strikes: 0,
  pausedAt: null,
  timeouts: 0,
};

export type EngineMemory = {
  readonly read: () => EngineState;
  readonly write: (state: EngineState) => void;
};

/** Decides when a conversation is too long and proposes a shorter one. It writes nothing: the host checks and commits. */
export type ContextEngine = {
  readonly name: string;
  readonly updateFromResponse: (usage: Usage) => void;
  /** `reason`: why not, although it is time. `carried` lets it see how much of a request cannot be summed up. */
  readonly shouldCompress: (
    promptTokens?: number,
    carried?: CarriedContext,
  ) => { readonly yes: boolean; readonly reason?: string };
  readonly compress: (request: CompressionRequest) => Promise<CompressionProposal>;
  readonly shouldCompressPreflight?: (messages: readonly Message[]) => boolean;
  readonly pruneOnly?: (messages: readonly Message[], tokens: number) => PruneResult;
  readonly selectContext?: (messages: readonly Message[], request?: ViewRequest) => Promise<readonly Message[] | null>;
  readonly updateModel?: (runtime: Runtime) => void;
  readonly hasContentToCompress?: (messages: readonly Message[]) => boolean;
  /** What a run would do, without doing it; null: it would do nothing. */
  readonly preview?: (request: CompressionRequest) => CompressionPreview | null;
  /** A turn is over; only to look at. It may take its time: the next turn ends it. */
  readonly onTurnComplete?: (messages: readonly Message[], usage: Usage | null, meta: TurnMeta) => Promise<void> | void;
  /** Begun, resumed, or gone on after a compression; never once per turn. */
  readonly onSessionStart?: (sessionId: string, meta: SessionStart) => Promise<void> | void;
  readonly onSessionEnd?: (sessionId: string, messages: readonly Message[]) => Promise<void> | void;
  readonly onSessionReset?: () => void;
  /** Function schemas of the engine's own tools, bare or wrapped; asked for once, when the list is frozen. */
  readonly getToolSchemas?: () => readonly unknown[];
  /** Returns JSON text. */
  readonly handleToolCall?: (name: string, args: ToolArguments, signal: AbortSignal) => Promise<string> | string;
  readonly getStatus?: () => EngineStatus | null;
};

type ToolArguments = Readonly<Record<string, unknown>>;

type TurnMeta = { readonly sessionId: string; readonly turnId: string; readonly signal: AbortSignal };

type SessionStart = {
  readonly boundaryReason: "start" | "resume" | "compression";
  readonly oldSessionId: string | null;
};

/** What the request carries besides the messages, and the stop of whoever waits for it. */
export type ViewRequest = Pick<CompressionRequest, "system" | "tools" | "signal">;

export type CarriedContext = Pick<CompressionRequest, "messages" | "system" | "tools">;

export type EngineStatus = {
  readonly last_prompt_tokens: number;
  readonly threshold_tokens: number;
  readonly context_length: number;
  readonly usage_percent: number;
  readonly compression_count: number;
  readonly lossless?: boolean;
  /** One line for a person when the trigger is not where the settings put it; null: it is. */
  readonly note?: string | null;
};

export type CompressionPreview = {
  readonly region: CompressionProposal["region"];
  readonly headTokens: number;
  readonly middleTokens: number;
  readonly tailTokens: number;
  readonly summaryBudget: number;
  readonly path: string;
};

type PruneResult = { readonly messages: readonly Message[]; readonly pruned: number };

export type CompressionTrigger =
  | "preflight"
  | "post_tool"
  | "http_413"
  | "context_error"
  | "long_context_tier"
  | "hygiene"
  | "manual"
  | "idle"
  | "engine";

export type CompressionRequest = {
  readonly messages: readonly Message[];
  readonly system: readonly SystemBlock[];
  readonly tools: readonly ToolSchema[];
  readonly currentTokens: number;
  readonly trigger: CompressionTrigger;
  readonly force: boolean;
  readonly focusTopic: string | null;
  /** Given: so many of the newest exchanges stay as they are, whatever the budget says. */
  readonly keepExchanges?: number;
  /** What outside memory says should not be missed: data to be quoted, never instructions. */
  readonly memoryContext: string;
  readonly signal: AbortSignal;
  /** The segment the messages are stored in, named in the summary as the place to look things up. */
  readonly sessionId?: string;
  /** The stored id of a message, for pointers to its full text. */
  readonly idOf?: (message: Message) => string | number | null;
  readonly limits?: {
    /** The whole request must not weigh more: the provider has refused a larger one. */
    readonly maxTokens?: number;
  };
};

export type CompressionProposal = {
  readonly outcome: "ok" | "noop" | "aborted";
  /** Absent with "ok": only the engine's view changed, nothing to commit. */
  readonly messages?: readonly Message[];
  readonly summary?: ProposedSummary;
  /** Indexes into the messages given; `hoisted` stays although it lies between the two. */
  readonly region: { readonly headEnd: number; readonly tailStart: number; readonly hoisted?: number };
  readonly pruned: number;
  readonly record: CompressionRecord;
  /** Why not, in one line for a person. */
  readonly error?: string;
  /** What a person should know although it went well: another model answered, words had to be made up by rules. */
  readonly notice?: string;
};

type ProposedSummary = {
  /** As it stands in the message. */
  readonly text: string;
  readonly body?: string;
  readonly sections?: Readonly<Record<string, string>>;
};

/** One line per attempt, without any message content. Engines add the further fields of context-and-caching 9.1. */
export type CompressionRecord = Readonly<Record<string, unknown>> & {
  readonly event: "compression";
  readonly engine: string;
  readonly trigger: CompressionTrigger;
  readonly outcome: string;
  readonly messages_before: number;
  readonly messages_after: number;
  readonly tokens_before: number;
  readonly tokens_after: number;
  readonly duration_ms: number;
};
