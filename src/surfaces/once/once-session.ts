import type { AgentEvent, SessionInfo } from "../../domain/event.ts";
import type { Content } from "../../domain/message.ts";
import type { TurnResult } from "../../domain/turn.ts";
import type { Invocation } from "../../text/skill-invocation.ts";

/** As much of a session as a headless run needs. */
export type OnceSession = {
  readonly info: SessionInfo;
  readonly send: (input: { readonly content: Content; readonly referencesIn?: string }) => OnceTurn;
  readonly interrupt: (message?: string) => void;
  /** False: there was nothing to say. */
  readonly steer: (text: string) => boolean;
  /** False: no such question is open. A session that never asks may lack it. */
  readonly answer?: (questionId: string, choice: string | null) => boolean;
  /** What to send for a prompt that begins with `/skill`. A session without skills may lack it. */
  readonly invokeSkills?: (text: string, builtIn: ReadonlySet<string>, signal: AbortSignal) => Promise<Invocation>;
  readonly close: () => Promise<void>;
};

/** Events are buffered and end with the turn; the result rejects only for a bug. */
type OnceTurn = { readonly events: AsyncIterable<AgentEvent>; readonly result: Promise<TurnResult> };

export type Opening =
  | { readonly kind: "opened"; readonly session: OnceSession }
  /** 2 for bad input, 3 when no model or credential is configured; the message is for people, without "hermes:". */
  | { readonly kind: "refused"; readonly exitCode: number; readonly message: string };
