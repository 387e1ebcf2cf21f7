import type { Approver } from "../domain/approval.ts";
import type { Clock, Rng } from "../domain/clock.ts";
import type { EngineFactory } from "../domain/engine-context.ts";
import type { HttpTransport } from "../domain/http.ts";
import type { Log } from "../domain/log.ts";
import type { Message } from "../domain/message.ts";
import type { ReasoningSetting } from "../domain/model-client.ts";
import type { ApiMode } from "../domain/runtime.ts";
import type { Tool } from "../domain/tool.ts";
import type { ToolHooks } from "../domain/tool-hooks.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import type { TurnQuestion } from "../domain/turn-context.ts";
import type { AgentCallbacks } from "./callbacks/callbacks.ts";
import type { ProcessMemory } from "./process-memory.ts";

export type AgentOptions = AgentCallbacks & {
  readonly model?: string;
  readonly provider?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly apiMode?: ApiMode;
  /** Tried in order when the model cannot be reached. */
  readonly fallbackModel?: FallbackModel | readonly FallbackModel[];
  /** Where settings, memory and sessions are kept; the user's own home unless told. */
  readonly home?: string;
  readonly cwd?: string;
  readonly maxIterations?: number;
  readonly runBudgetSeconds?: number;
  /** Most tokens of one answer. */
  readonly maxTokens?: number;
  readonly reasoningConfig?: Partial<ReasoningSetting>;
  /** Merged over the body of every request. */
  readonly requestOverrides?: Readonly<Record<string, unknown>>;
  readonly enabledToolsets?: readonly string[];
  readonly disabledToolsets?: readonly string[];
  /** Part of the cached prompt. */
  readonly systemMessage?: string;
  /** Sent with every request, never stored. */
  readonly ephemeralSystemPrompt?: string;
  /** Sent in front of the conversation with every request, never stored. */
  readonly prefillMessages?: readonly Message[];
  /** Go on with this stored session. */
  readonly sessionId?: string;
  readonly platform?: string;
  /** Run commands without asking, but for the hard floor. */
  readonly yolo?: boolean;
  readonly allow?: readonly string[];
  /** Tools of the caller's own, besides those of the toolsets. */
  readonly extraTools?: readonly Tool[];
  readonly toolHooks?: readonly ToolHooks[];
  /** Hear what happens in a turn; what they throw is logged and changes nothing. */
  readonly turnHooks?: readonly TurnHooks[];
  /** Memory: once per turn, what is worth remembering about the question. Sent with it, fenced off, never stored. */
  readonly prefetch?: readonly Prefetch[];
  /** Once per turn, whatever else the model should know about it. Sent behind the memory, never stored. */
  readonly preLlmCall?: readonly PreLlmCall[];
  /** Asked where neither a rule nor a setting has decided; without one the answer is no. */
  readonly approver?: Approver;
  /** Questions of the model are answered by `session.answer`, without a clarifyCallback. */
  readonly answersQuestions?: boolean;
  /** Leave a line in the home's `trajectories` after each turn: the conversation so far, for training and study. */
  readonly saveTrajectories?: boolean;
  /** What agents of one process share: sizes learned, fallbacks found unusable. */
  readonly memory?: ProcessMemory;
  /** Decides when the conversation is too long and what stands for it then; the built-in one unless given. */
  readonly contextEngine?: EngineFactory;
  /** Keep nothing on disk. */
  readonly ephemeral?: boolean;
  /** Whether files are kept as they were before each change; absent: as the settings say. */
  readonly checkpoints?: boolean;
  /** After every few turns the agent looks back on its own and saves what matters; it costs requests. Off unless asked for. */
  readonly backgroundReview?: boolean;
  readonly log?: Log;
  /** Other time, chance or wire than the real ones. */
  readonly clock?: Clock;
  readonly rng?: Rng;
  readonly transport?: HttpTransport;
};

export type ModelChoice = {
  readonly provider: string;
  readonly model: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly apiMode?: ApiMode;
};

export type FallbackModel = ModelChoice;

type Maybe<T> = Promise<T> | T;

export type Prefetch = (question: TurnQuestion) => Maybe<string | null>;

export type PreLlmCall = (question: TurnQuestion) => Maybe<string | { readonly context: string } | null>;
