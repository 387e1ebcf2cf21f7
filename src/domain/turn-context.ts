import type { Message } from "./message.ts";

/** What a turn is about, for whoever has something to add to it. */
export type TurnQuestion = {
  /** The person's own words, as they are stored. */
  readonly userMessage: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly history: readonly Message[];
  readonly isFirstTurn: boolean;
  readonly model: string;
  readonly signal: AbortSignal;
};

/** Text for one turn, sent with its question and never stored. Asked once per turn; what it throws is logged. */
export type TurnContextSource = {
  readonly name: string;
  /** What was recalled from memory is fenced off and left out for trivial questions; a note goes as it is. */
  readonly kind: "recall" | "note";
  readonly gather: (question: TurnQuestion) => Promise<string | null>;
};
