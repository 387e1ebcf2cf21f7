import type { CachePlan, CacheTail } from "../domain/cache.ts";
import type { Clock, Rng } from "../domain/clock.ts";
import type { ContextEngine } from "../domain/context-engine.ts";
import type { RefreshCredential, SessionKeys } from "../domain/credential-pool.ts";
import type { DirectoryHints } from "../domain/directory-hints.ts";
import type { Emit } from "../domain/event.ts";
import type { FallbackChain } from "../domain/fallback.ts";
import type { Log } from "../domain/log.ts";
import type { AssistantMessage, Content, Message, ToolCall, ToolMessage } from "../domain/message.ts";
import type { ModelClient, ReasoningSetting, SystemBlock, ToolSchema } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { ToolContext } from "../domain/tool.ts";
import type { ToolHooks } from "../domain/tool-hooks.ts";
import type { RowId, TurnJournal } from "../domain/turn-journal.ts";
import type { Usage } from "../domain/usage.ts";
import type { ContextLedger } from "../context/ledger.ts";
import type { WirePass } from "../context/wire-pass.ts";
import type { DispatchPlan, ReadyCall } from "../tools/dispatch.ts";
import type { ResultLimits } from "../tools/result-limit.ts";
import type { IterationBudget } from "./budget.ts";
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
  sessionId: string;
  history: readonly Message[]; // grows by remember(), replaced only by compression; what was sent is never changed
  scaffold: readonly Message[]; // nudges: on the wire, never stored
  steps: number;
  apiCalls: number;
  toolCalls: number;
  apiMs: number;
  usage: Usage; // of this turn
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
};

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
  readonly reasoning: ReasoningSetting | null;
  readonly maxTokens: number | null;
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly cache: CacheKeeper;
  readonly detours: Detours;
  readonly context: ContextHost;
  readonly hints: DirectoryHints;
  /** Rows the store would not take yet; they outlive the turn and go in front of the next row. */
  readonly kept: KeptRow[];
  /** Text a person sent while the turn was running; taking it empties the queue. */
  readonly takeSteer: () => string | null;
};

/** What a session knows about the runtime it talks to; it outlives the turn. */
export type SessionRuntime = {
  active: Runtime;
  readonly recoveries: Map<string, number>; // uses of each strategy in this session
  staleStreak: number; // requests in a row that ended in silence
  /** The provider does not take its own encrypted reasoning back; stored rows keep it. */
  encryptedReplayDisabled: boolean;
};

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
  /** One process compresses a conversation at a time; null: another one is at it. */
  readonly lock: () => Promise<AsyncDisposable | null>;
  /** The process remembers the size a provider named, for the sessions to come. */
  readonly learn: (runtime: Runtime, contextLength: number) => void;
  /** The runtime with the size its provider once named. */
  readonly sized: (runtime: Runtime) => Runtime;
  /** What the system text is once something was left out. */
  readonly noteCompaction: (system: readonly SystemBlock[]) => readonly SystemBlock[];
  /** Saved little, how many times in a row: after two nothing is compressed by itself. */
  weakRounds: number;
};

export type KeptRow = { readonly message: Message; readonly turnId: string };

export type TurnLimits = {
  readonly maxSteps: number; // Infinity: no cap
  readonly maxAttempts: number; // requests per step, the first included
  readonly runBudgetMs: number | null;
};

/** The marker plan of the next request, and where the tail of the last one is kept. */
export type CacheKeeper = {
  readonly plan: () => CachePlan;
  readonly keep: (tail: CacheTail | null) => void;
  readonly forget: () => void; // what was sent is no longer what will be sent
};

/** The session's frozen tool list, and the one way to call it. */
export type Toolbox = {
  readonly schemas: readonly ToolSchema[];
  readonly isHousekeeping: (name: string) => boolean; // works on the agent itself: memory, todo and the like
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

export type TurnName = Pick<TurnState, "sessionId" | "taskId" | "turnId">;

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
