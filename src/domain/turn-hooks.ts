import type { ExitReason } from "./exit.ts";
import type { FailureKind } from "./failure.ts";
import type { Message } from "./message.ts";
import type { FinishReason } from "./model-client.ts";
import type { RuntimeName } from "./runtime.ts";
import type { Usage } from "./usage.ts";

export type TurnPlace = RuntimeName & { readonly sessionId: string; readonly turnId: string };

/** One HTTP request that is about to be sent. `messages` is their JSON. */
type ApiRequestReport = TurnPlace & {
  readonly step: number;
  readonly messages: string;
  readonly messageCount: number;
  readonly toolCount: number;
  readonly contextTokens: number;
};

type ApiResponseReport = TurnPlace & {
  readonly step: number;
  readonly text: string;
  readonly toolCalls: readonly string[]; // names
  readonly finishReason: FinishReason;
  readonly usage: Usage | null;
  readonly durationMs: number;
};

/** A request that failed, and what is done about it. */
type ApiErrorReport = TurnPlace & {
  readonly step: number;
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly message: string;
  readonly retried: boolean;
};

export type SpokenReport = TurnPlace & { readonly text: string };

/** The answer with what it answers. */
type AnswerReport = SpokenReport & { readonly userMessage: string; readonly history: readonly Message[] };

type TurnEndReport = TurnPlace & {
  readonly completed: boolean;
  readonly failed: boolean;
  readonly interrupted: boolean;
  readonly exitReason: ExitReason;
};

type Heard = Promise<void> | void;

/**
 * What an extension may see of a turn, and the one thing it may change. Secrets are masked, long texts cut. Whatever a
 * hook throws is logged, and the turn goes on without it.
 */
export type TurnHooks = {
  readonly name: string;
  /** A new conversation got its prompt. */
  readonly onSessionStart?: (place: TurnPlace) => Heard;
  readonly preApiRequest?: (report: ApiRequestReport) => Heard;
  readonly postApiRequest?: (report: ApiResponseReport) => Heard;
  readonly apiRequestError?: (report: ApiErrorReport) => Heard;
  /** Text that was shown and is not the answer. */
  readonly onInterimMessage?: (report: SpokenReport) => Heard;
  /** Another text for the person; the first that is not empty wins, and history keeps the model's own. */
  readonly transformLlmOutput?: (report: SpokenReport) => Promise<string | null> | string | null;
  /** The answer as the person gets it. */
  readonly postLlmCall?: (report: AnswerReport) => Heard;
  /** After every turn, whatever ended it. */
  readonly onSessionEnd?: (report: TurnEndReport) => Heard;
};
