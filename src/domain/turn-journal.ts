import type { CompressionProposal } from "./context-engine.ts";
import type { Message, ToolMessage } from "./message.ts";
import type { TurnRow } from "./turn.ts";

export type RowId = number;

/**
 * Where a turn becomes durable; whoever calls it awaits it before the next effect.
 * A write that cannot be made rejects with a PersistenceError after its bounded retries.
 */
export type TurnJournal = {
  readonly append: (sessionId: string, message: Message, turnId: string) => Promise<RowId>;
  /** Rows of the open tool batch only: until they are sent for the first time. */
  readonly amend: (row: RowId, message: ToolMessage) => Promise<void>;
  /**
   * Returns the id of the child session. Rows above the watermark arrived while the summary was made
   * and are carried over; without one, nothing did. With a fence, a process that lost it changes nothing.
   */
  readonly commitCompression: (
    sessionId: string,
    proposal: CompressionProposal,
    watermark?: RowId | null,
    fence?: Fence | null,
  ) => Promise<string>;
  readonly finish: (sessionId: string, turn: TurnRow) => Promise<void>;
};

/** A lease as a write checks it: whoever has it now must still be who took it. */
export type Fence = { readonly resource: string; readonly token: number };

export type PersistenceCause = "locked" | "disk" | "corrupt" | "read_only" | "lease" | "unknown";

export class PersistenceError extends Error {
  readonly reason: PersistenceCause;

  constructor(reason: PersistenceCause, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "PersistenceError";
    this.reason = reason;
  }
}
