import type { ContextEngine, EngineMemory } from "../domain/context-engine.ts";
import type { Message } from "../domain/message.ts";
import type { SystemBlock } from "../domain/model-client.ts";
import type { Runtime, RuntimeName } from "../domain/runtime.ts";
import type { SummaryPath } from "../domain/summariser.ts";
import type { Fence, RowId } from "../domain/turn-journal.ts";
import type { Usage } from "../domain/usage.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

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
