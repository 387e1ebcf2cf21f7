import type { ContextLedger } from "../context/ledger.ts";
import type { WirePass } from "../context/wire-pass.ts";
import type { Auxiliary } from "../domain/auxiliary.ts";
import type { CachePlan, CacheTail } from "../domain/cache.ts";
import type { Clock, Rng } from "../domain/clock.ts";
import type { RefreshCredential, SessionKeys } from "../domain/credential-pool.ts";
import type { DirectoryHints } from "../domain/directory-hints.ts";
import type { EndpointMemory } from "../domain/endpoint-memory.ts";
import type { Emit } from "../domain/event.ts";
import type { FallbackChain } from "../domain/fallback.ts";
import type { ImageShrinker } from "../domain/image-shrinker.ts";
import type { Log } from "../domain/log.ts";
import type { AssistantMessage, Message } from "../domain/message.ts";
import type { ModelClient, ReasoningSetting, SystemBlock } from "../domain/model-client.ts";
import type { SaveTrajectory } from "../domain/trajectory.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import type { TurnJournal } from "../domain/turn-journal.ts";
import type { ToolRun, TurnDecision } from "../domain/turn.ts";
import type { Usage } from "../domain/usage.ts";
import type { IterationBudget } from "./budget.ts";
import type { CacheWatch } from "./cache-watch/cache-watch.ts";
import type { ContextHost } from "./context-host.ts";
import type { SessionRuntime } from "./session-runtime.ts";
import type { SideBook } from "./side-book.ts";
import type { Guardrails } from "./tools/guardrails.ts";
import type { OpenRow, Toolbox } from "./tools/toolbox.ts";
import type { TurnCounts } from "./turn-counts.ts";
import type { ReplyRules, TurnLimits } from "./turn-rules.ts";

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
  readonly sideCosts: SideBook;
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

/** Ways to go on when the runtime fails: another key, a fresh one, another model. */
export type Detours = {
  readonly keys: SessionKeys;
  readonly fallback: FallbackChain;
  readonly refresh: RefreshCredential;
};

/** What extensions threw over a session. It is logged and changes nothing, unless a turn has come to nothing by it. */
export type Mishaps = { count: number; last: string };

export type KeptRow = { readonly message: Message; readonly turnId: string };

/** The marker plan of the next request, and where the tail of the last one is kept. */
export type CacheKeeper = {
  readonly plan: () => CachePlan;
  readonly keep: (tail: CacheTail | null, sentSeconds: number) => void;
  /** What was sent is no longer what will be sent: the history is another one, or ends earlier, or it is only the runtime. */
  readonly forget: (changed?: "history" | "ending" | "runtime") => void;
  readonly watch: CacheWatch;
};
