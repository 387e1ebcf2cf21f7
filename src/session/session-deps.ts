import type { Detours, Toolbox, TurnLimits } from "../agent/turn-state.ts";
import type { Clock, Rng } from "../domain/clock.ts";
import type { ContextEngine } from "../domain/context-engine.ts";
import type { Log } from "../domain/log.ts";
import type { MemorySnapshot } from "../domain/memory.ts";
import type { ModelClient, ReasoningSetting } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { SessionRow, Store } from "../store/store.ts";
import type { CacheSettings } from "./cache-keeper.ts";

/** Everything a session needs, built once by app/. */
export type SessionDeps = {
  readonly store: Store;
  readonly model: ModelClient;
  readonly runtime: Runtime;
  readonly toolbox: Toolbox;
  readonly detours: Detours;
  readonly compression: CompressionSettings;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly place: SessionPlace;
  readonly limits: TurnLimits;
  readonly cache: CacheSettings;
  /** The prompt-cache status line. */
  readonly cacheLine: string;
  readonly reasoning: ReasoningSetting | null;
  readonly maxTokens: number | null;
  readonly overrides: Readonly<Record<string, unknown>>;
  /** What the agent wrote down earlier; taken when a conversation starts and not again. */
  readonly memorySnapshot?: () => MemorySnapshot;
  /** Part of the cached prompt, fixed for the conversation. */
  readonly systemMessage: string | null;
  /** Sent behind the cached prompt and never stored. */
  readonly ephemeralSystemPrompt: string | null;
  /** null: a new conversation. */
  readonly resume: SessionRow | null;
  /** Called once when the session is closed: whatever it was given for itself alone. */
  readonly close: () => Promise<void>;
  /** A new session's id, when the caller wants to choose it. */
  readonly sessionId: string | null;
};

export type CompressionSettings = {
  readonly engine: ContextEngine;
  readonly enabled: boolean;
  readonly maxRounds: number;
  readonly lockTtlMs: number;
  readonly learned: LearnedSizes;
};

/** Context sizes that providers named, by model and address. The process's. */
export type LearnedSizes = Map<string, number>;

/** Where and as what the session runs. */
type SessionPlace = {
  readonly home: string;
  readonly cwd: string;
  readonly source: string;
  readonly toolsets: readonly string[];
  readonly platform: string;
  readonly shell: string;
  readonly timezone: string;
  readonly version: string;
  readonly passSessionId: boolean;
};
