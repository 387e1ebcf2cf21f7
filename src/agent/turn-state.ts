import type { Auxiliary } from "../domain/auxiliary.ts";
import type { CachePlan, CacheTail } from "../domain/cache.ts";
import type { Clock, Rng } from "../domain/clock.ts";
import type { ContextEngine, EngineMemory } from "../domain/context-engine.ts";
import type { RefreshCredential, SessionKeys } from "../domain/credential-pool.ts";
import type { EndpointMemory } from "../domain/endpoint-memory.ts";
import type { DirectoryHints } from "../domain/directory-hints.ts";
import type { Emit } from "../domain/event.ts";
import type { FallbackChain } from "../domain/fallback.ts";
import type { ImageShrinker } from "../domain/image-shrinker.ts";
import type { Log } from "../domain/log.ts";
import type { AssistantMessage, Content, Message, ToolCall, ToolMessage } from "../domain/message.ts";
import type { ModelClient, ReasoningSetting, SystemBlock, ToolSchema } from "../domain/model-client.ts";
import type { Runtime, RuntimeName } from "../domain/runtime.ts";
import type { SummaryPath } from "../domain/summariser.ts";
import type { ToolContext } from "../domain/tool.ts";
import type { ToolHooks } from "../domain/tool-hooks.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import type { SaveTrajectory } from "../domain/trajectory.ts";
import type { Fence, RowId, TurnJournal } from "../domain/turn-journal.ts";
import type { SideCost, ToolRun, TurnDecision } from "../domain/turn.ts";
import type { Usage } from "../domain/usage.ts";
import type { ContextLedger } from "../context/ledger.ts";
import type { WirePass } from "../context/wire-pass.ts";
import type { DispatchPlan, ReadyCall } from "../tools/dispatch.ts";
import type { ResultLimits } from "../tools/result-limit.ts";
import type { CacheWatch } from "./cache-watch/cache-watch.ts";
import type { IterationBudget } from "./budget.ts";
import type { DescribedImages } from "./described-images.ts";
import type { SmallerImages } from "./smaller-images.ts";
import type { ToolDeadlines } from "./tools/deadlines.ts";
import type { GuardrailRules, Guardrails } from "./tools/guardrails.ts";
import type { Mutex } from "./tools/mutex.ts";

/** What one turn remembers. Made when the turn starts, dropped when it ends, changed only inside agent/. */
export type TurnState = {
  readonly turnId: string;
  readonly taskId: string;
  readonly startedAtMs: number;
  system: readonly SystemBlock[]; // the frozen prompt, after a compression its note, the ephemeral prompt
  readonly signal: AbortSignal; // the person's stop
  readonly budget: IterationBudget;
  readonly latches: TurnLatches; // set by recovery, read by the wire build
  /** Index of this turn's user message in `history`. */
  turnStart: number;
  /** What every request of the turn sends in place of that message: the same object for the same message. */
  readonly sentAs: (question: Message) => Message;
  sessionId: string;
  history: readonly Message[]; // grows by remember(), replaced only by compression; what was sent is never changed
  /** What an engine sends in place of the first `of` messages of it; null: they are sent themselves. */
  view: { readonly messages: readonly Message[]; readonly of: number } | null;
  scaffold: readonly Message[]; // nudges: on the wire, never stored
  steps: number;
  freeSteps: number; // those of them that cost no unit
  apiCalls: number;
  toolCalls: number;
  apiMs: number;
  usage: Usage; // of this turn
  costUsd: number | null; // of this turn; null: a request has no price
  /** What there was when the newest step began. */
  stepStart: { readonly history: readonly Message[]; readonly mishaps: number };
  readonly sideCosts: SideCost[]; // what children and side work used besides
  readonly toolRuns: ToolRun[];
  readonly decisions: TurnDecision[];
  readonly counts: TurnCounts;
  readonly recoveries: Map<string, number>; // uses of each strategy in this turn
  compressionRounds: number; // asked for by this turn, for whatever reason
  /** Pieces of an answer that was cut and is being continued; never stored on their own. */
  fragments: readonly string[];
  /** What an unfinished reply of the Responses format left so far. */
  interim: AssistantMessage | null;
  /** Output cap of the next request only. */
  outputCapOnce: number | null;
  /** Text that came with a batch of nothing but housekeeping: the answer, should the model say no more. */
  housekeepingText: string | null;
  /** Visible text of the request that is running, for a person who stops it. */
  shownText: string;
  /** Keeps what it repaired from request to request. */
  wirePass: WirePass;
  readonly guardrails: Guardrails;
  /** The results of the newest step with tools; open to changes until the next step is counted. */
  batch: { readonly step: number; readonly rows: readonly OpenRow[] };
};

/** What the provider turned out not to take; for the rest of the turn the wire goes without it. */
type TurnLatches = {
  reasoningDetailsDisabled: boolean;
  imagesDisabled: boolean;
  toolImagesDisabled: boolean;
  textScrubbed: boolean;
  headersScrubbed: boolean;
};

export const noTurnLatches = (): TurnLatches => ({
  reasoningDetailsDisabled: false,
  imagesDisabled: false,
  toolImagesDisabled: false,
  textScrubbed: false,
  headersScrubbed: false,
});

/** How often each kind of odd reply came in a row; a good one of its kind starts over. */
export type TurnCounts = {
  invalidTool: number;
  invalidJson: number;
  emptyContent: number;
  silentReplies: number; // empty ones that even report no output tokens
  thinkingPrefill: number;
  postToolEmptyNudged: boolean;
  incompleteScratchpad: number;
  responsesIncomplete: number;
  lengthContinuation: number;
  truncatedToolCall: number;
  missingCall: number;
  ackContinuation: number; // replies that announced a step instead of taking it
};

export const noCounts = (): TurnCounts => ({
  invalidTool: 0,
  invalidJson: 0,
  emptyContent: 0,
  silentReplies: 0,
  thinkingPrefill: 0,
  postToolEmptyNudged: false,
  incompleteScratchpad: 0,
  responsesIncomplete: 0,
  lengthContinuation: 0,
  truncatedToolCall: 0,
  missingCall: 0,
  ackContinuation: 0,
});

/** What a turn may use. Built by the session; nothing here is looked up. */
export type TurnDeps = {
  readonly model: ModelClient;
  readonly runtime: SessionRuntime;
  readonly journal: TurnJournal;
  readonly toolbox: Toolbox;
  readonly ledger: ContextLedger;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly emit: Emit;
  readonly log: Log;
  readonly limits: TurnLimits;
  readonly replyRules: ReplyRules;
  readonly reasoning: ReasoningSetting | null;
  readonly maxTokens: number | null;
  readonly overrides: Readonly<Record<string, unknown>>;
  /** Sent in front of the history, never stored. */
  readonly prefill: readonly Message[];
  readonly cache: CacheKeeper;
  /** Earlier questions as they were sent, in the place of those in the history. */
  readonly asSentBefore: (history: readonly Message[]) => readonly Message[];
  readonly detours: Detours;
  readonly auxiliary: Auxiliary;
  readonly context: ContextHost;
  readonly turnHooks: readonly TurnHooks[];
  readonly mishaps: Mishaps;
  readonly endpoints: EndpointMemory;
  readonly shrinkImage: ImageShrinker;
  readonly hints: DirectoryHints;
  /** Rows the store would not take yet; they outlive the turn and go in front of the next row. */
  readonly kept: KeptRow[];
  /** Text a person sent while the turn was running; taking it empties the queue. */
  readonly takeSteer: () => string | null;
  /** What background processes have to say; taking it makes it known. */
  readonly takeNotices: () => string | null;
  /** null: none are kept. */
  readonly saveTrajectory: SaveTrajectory | null;
};

/** What a session knows about the runtime it talks to; it outlives the turn. */
export type SessionRuntime = {
  active: Runtime;
  readonly recoveries: Map<string, number>; // uses of each strategy in this session
  readonly purse: Purse;
  staleStreak: number; // requests in a row that ended in silence
  /** The provider does not take its own encrypted reasoning back; stored rows keep it. */
  encryptedReplayDisabled: boolean;
  /** The tool list without what a grammar could not express; null: as it was frozen. */
  plainTools: readonly ToolSchema[] | null;
  readonly images: SmallerImages;
  readonly described: DescribedImages; // images in words
};

/** What a session and its children have spent together, as far as it has a price. */
export type Purse = { spentUsd: number };

/** Ways to go on when the runtime fails: another key, a fresh one, another model. */
export type Detours = {
  readonly keys: SessionKeys;
  readonly fallback: FallbackChain;
  readonly refresh: RefreshCredential;
};

/** The context engine and the rules under which it is asked. */
export type ContextHost = {
  readonly engine: ContextEngine;
  /** False: only a person starts a compression. */
  readonly enabled: boolean;
  readonly maxRounds: number; // per turn
  readonly memory: HostMemory;
  readonly summaries: SummaryWork;
  /** One process compresses a conversation at a time; null: another one is at it. */
  readonly lock: () => Promise<CompressionLock | null>;
  readonly holder: () => string | null; // who is
  /** The newest row of a session: what is stored behind it came while somebody was thinking. */
  readonly watermark: (sessionId: string) => RowId | null;
  /** Another process shortened the conversation meanwhile: where it goes on, and with what. null: nobody has. */
  readonly followed: () => FollowedSegment | null;
  readonly conversationId: () => string;
  readonly caching: { readonly strategy: string; readonly ttl: string };
  /** Lets memory catch up; what it says a summary should not miss. Not part of the conversation. */
  readonly beforeCompression: (turn: TurnState, deps: TurnDeps) => Promise<string>;
  /** The process remembers the size a provider named, for the sessions to come. */
  readonly learn: (runtime: Runtime, contextLength: number) => void;
  /** The runtime with the size its provider once named. */
  readonly sized: (runtime: Runtime) => Runtime;
  /** The person knows that the window is narrow. */
  narrowNoticed: boolean;
  /** The conversation goes on in this session, with this system text and these layers of it rendered anew. */
  readonly movedTo: (sessionId: string, messages: readonly Message[]) => Promise<MovedPrompt>;
  /** An engine sends less from now on; the history is what it was. */
  readonly viewChanged: (sessionId: string) => Promise<void>;
  readonly watch: CompressionWatch;
};

/** Whoever holds it may replace the history; `lost` aborts when somebody else may. */
export type CompressionLock = AsyncDisposable & { readonly fence: Fence; readonly lost: AbortSignal };

export type MovedPrompt = {
  readonly system: readonly SystemBlock[];
  readonly changedLayers: readonly string[];
  /** What others have said meanwhile: it stands behind the rest. */
  readonly late: readonly Message[];
};

type FollowedSegment = { readonly sessionId: string; readonly history: readonly Message[] };

export type HostMemory = EngineMemory & {
  readonly clear: () => void;
  /** How often anybody wrote: whoever keeps count of its own failures need not be helped. */
  readonly writes: () => number;
  readonly flush: () => Promise<void>;
};

/** What a session remembers of its compressions, besides what lasts. */
type CompressionWatch = {
  /** Rounds in a row that saved little, and how full the context was then: after two, more must have come. */
  weakRounds: number;
  weakTokens: number;
  /** Nothing has been sent since the last one. */
  unconfirmed: boolean;
  /** What has been said about failures since the last success: each thing once. */
  readonly told: Set<string>;
  /** Compressions of this conversation so far. */
  count: number;
};

/** Summaries are asked for while a round is on, and paid for by its turn. */
export type SummaryWork = {
  readonly during: <T>(turn: TurnState, deps: TurnDeps, work: () => Promise<T>) => Promise<T>;
  /** Since the round began. */
  readonly spent: () => SummarySpent;
};

export type SummarySpent = {
  readonly usage: Usage;
  readonly costUsd: number | null; // null: some of it has no price
  readonly calls: number;
  readonly ms: number;
  readonly by: RuntimeName | null; // who answered last
  readonly path: SummaryPath | null;
};

/** What extensions threw over a session. It is logged and changes nothing, unless a turn has come to nothing by it. */
export type Mishaps = { count: number; last: string };

export type KeptRow = { readonly message: Message; readonly turnId: string };

export type TurnLimits = {
  readonly maxSteps: number; // Infinity: no cap
  readonly maxAttempts: number; // requests per step, the first included
  readonly runBudgetMs: number | null;
  readonly maxCostUsd: number | null; // of the session; null: no cap
  readonly staleGiveUp: number; // requests that ended in silence, in a row, before no more is sent; Infinity: never
};

/** What a person decided about odd replies. */
export type ReplyRules = {
  /** Silence that does not even claim to have cost something is not asked for again. */
  readonly emptyGuard: boolean;
  /** A short text that only announces the next step is asked to take it. */
  readonly stallGuards: boolean;
  /** A longer one that promises work is, too: where the format is known for it, everywhere, nowhere, or by model. */
  readonly intentAck: "auto" | boolean | readonly string[];
};

/** The marker plan of the next request, and where the tail of the last one is kept. */
export type CacheKeeper = {
  readonly plan: () => CachePlan;
  readonly keep: (tail: CacheTail | null, sentSeconds: number) => void;
  /** What was sent is no longer what will be sent: the history is another one, unless it is only the runtime. */
  readonly forget: (changed?: "history" | "runtime") => void;
  readonly watch: CacheWatch;
};

/** The session's frozen tool list, and the one way to call it. */
export type Toolbox = {
  readonly schemas: readonly ToolSchema[];
  readonly isHousekeeping: (name: string) => boolean; // works on the agent itself: memory, todo and the like
  readonly isProgrammatic: (name: string) => boolean; // a program that calls tools itself
  readonly isSpawner: (name: string) => boolean; // runs children
  readonly toolsetOf: (name: string) => string | null;
  readonly isReadOnly: (name: string) => boolean; // false for a tool that is not there: nobody knows
  /** Reads and checks a call; nothing runs yet. */
  readonly plan: (call: ToolCall) => DispatchPlan;
  /** The paths of a call, canonical, seen from where the shell is now. */
  readonly placesOf: (plan: ReadyCall) => readonly string[] | null;
  readonly describe: (plan: ReadyCall) => string; // one line for people, redacted
  readonly contextFor: (call: ToolCall, turn: TurnName, emit: Emit, running: RunningCall) => ToolContext;
  /** Enters the handler; what it throws is a result too. */
  readonly run: (plan: ReadyCall, context: ToolContext) => Promise<Dispatched>;
  /** Keeps the size limit of one result. */
  readonly fit: (plan: ReadyCall, callId: string, result: Dispatched) => Dispatched;
  readonly redact: (text: string) => string;
  readonly cwd: () => string; // where relative paths start now
  readonly hooks: readonly ToolHooks[];
  /** Held while the session's own state is worked on, by whomever. */
  readonly stateLock: Mutex;
  readonly rules: ToolRules;
};

/** The turn as its tool calls see it. */
export type TurnName = Pick<TurnState, "sessionId" | "taskId" | "turnId" | "startedAtMs" | "sideCosts" | "decisions">;

export type RunningCall = {
  readonly signal: AbortSignal; // of this call alone
  /** Time spent in here is a person's and counts against no deadline. */
  readonly whileAsking: <T>(question: () => Promise<T>) => Promise<T>;
};

export type ToolRules = {
  readonly deadlines: ToolDeadlines;
  readonly guardrails: GuardrailRules;
  readonly limits: ResultLimits;
  readonly stepChars: number; // all results of one step, in a large window
  readonly mostSpawns: number; // calls of one reply that run children
};

export type Dispatched = {
  readonly content: Content;
  readonly ok: boolean;
  readonly truncated: boolean;
  readonly effect: "none" | "unknown" | null;
};

/** A result that is stored but not yet sent: the only kind that may still be amended. */
export type OpenRow = {
  readonly row: RowId;
  readonly message: ToolMessage;
  /** The result alone, and what makes it the message's content: a shortened one is dressed again. */
  readonly body: Content;
  readonly dress: (body: Content) => Content;
};
