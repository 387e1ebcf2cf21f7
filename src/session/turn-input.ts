import type { TurnDeps } from "../agent/turn-state.ts";
import type { AgentEvent } from "../domain/event.ts";
import type { Content, Message } from "../domain/message.ts";
import type { ReasoningSetting } from "../domain/model-client.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { RowId } from "../domain/turn-journal.ts";

export type TurnInput = {
  readonly content: Content;
  /** Instead of the stored history. Never changed, never kept. */
  readonly history?: readonly Message[];
  readonly taskId?: string;
  /** How hard the model thinks in this turn; absent: as the settings say. */
  readonly reasoning?: ReasoningSetting;
  /** Part of the prompt when this is the first turn of a new conversation; later it has no effect. */
  readonly systemMessage?: string;
  /** The part of the content in which a person may have pointed at something with `@`; absent: nothing is followed. */
  readonly referencesIn?: string;
  /** The row of the last question, which is asked again: its answer is taken back, and it is not stored a second time. */
  readonly again?: RowId;
  /** What the row of the question holds, where that is not what is sent. */
  readonly stored?: StoredQuestion;
};

/** What the person wants of this turn beats the settings. */
export function withEffort({ reasoning }: TurnInput, deps: TurnDeps): TurnDeps {
  return reasoning === undefined ? deps : { ...deps, reasoning };
}

type StoredQuestion = {
  readonly text?: string;
  /** Epoch seconds. */
  readonly timestamp?: number;
  /** How a surface shows the row, and with what. */
  readonly displayKind?: string;
  readonly displayMetadata?: Readonly<Record<string, unknown>>;
};

export type RunningTurn = {
  /** Buffered: a late reader misses nothing, and leaving the iteration does not stop the turn. */
  readonly events: AsyncIterable<AgentEvent>;
  readonly result: Promise<TurnResult>;
};

export class TurnRunningError extends Error {
  constructor() {
    super("A turn is already running in this session");
    this.name = "TurnRunningError";
  }
}
