import type { AgentEvent } from "../../domain/event.ts";
import type { ChatAddress, ChatQuestion } from "../../domain/platform.ts";

/** All that is said in one chat. Nothing here rejects: what cannot be said is logged; answers wait in the outbox. */
export type ChatVoice = {
  /** A line of ours that need not survive a restart. The id of its first message, where the platform tells. */
  readonly say: (text: string) => Promise<string | null>;
  /** Another text for a message of ours; said anew where the platform cannot change it. */
  readonly change: (messageId: string | null, text: string) => Promise<void>;
  /** With buttons where there are some, else the choices as a numbered list. */
  readonly ask: (question: ChatQuestion) => Promise<string | null>;
  /** Somebody is writing, until it is disposed of; `pause` while a person is asked. */
  readonly typing: () => Disposable & { readonly pause: (isPaused: boolean) => void };
  /** Shows a turn while it runs. */
  readonly follow: (turn: FollowedTurn) => TurnShow;
};

export type FollowedTurn = { readonly sessionKey: string; readonly replyTo: string | null };

export type TurnShow = {
  /** Text as it comes, tools as they run, as the settings of the platform want it. */
  readonly hear: (event: AgentEvent) => void;
  /** So that a question is the last thing to be seen. */
  readonly flush: () => Promise<void>;
  /** The answer as stored. Resolves when it arrived or is safe in the outbox; `[SILENT]` is not sent. */
  readonly finish: (answer: string) => Promise<void>;
  /** There is no answer: what was shown ends with this line, or without one. */
  readonly abandon: (line: string | null) => Promise<void>;
};

export type Voices = {
  /** Null: no such platform is served. */
  readonly in: (platform: string, chat: ChatAddress) => ChatVoice | null;
  /** Answers that a process before us left behind; those it was sending are marked as possible duplicates. */
  readonly redeliver: (signal: AbortSignal) => Promise<void>;
};
