import type { CompressionProposal, CompressionRecord, CompressionTrigger } from "../domain/context-engine.ts";

export type Outcome =
  | "ok"
  | "no_progress"
  | "no_window"
  | "would_grow"
  | "locked"
  | "cooldown"
  | "ineffective"
  | "failed"
  | "emergency"
  | "cancelled";

/** What is asked of a round besides making the history shorter. */
export type CompressionWish = {
  readonly trigger: CompressionTrigger;
  readonly focusTopic?: string | null;
  readonly keepExchanges?: number | null;
};

export type Round = {
  readonly wish: CompressionWish;
  readonly outcome: Outcome;
  readonly failureClass: string | null;
  readonly proposal: CompressionProposal | null;
  readonly startedMs: number;
  readonly sessionId: string; // before
  readonly before: Size;
  /** null: the history is what it was. */
  readonly after: Size | null;
  readonly changedLayers: readonly string[]; // of the prompt
  readonly lockMs: number;
  readonly commitMs: number;
};

type Size = { readonly messages: number; readonly tokens: number };

/** Without a record another process had done it already, and the turn has what it left. */
export type RoundEnd = { readonly outcome: Outcome; readonly record: CompressionRecord | null };

/** Why nothing is tried. */
export type Block = { readonly outcome: "cooldown" | "ineffective"; readonly failureClass: string | null };

export function isDone(outcome: Outcome): boolean {
  return outcome === "ok" || outcome === "emergency";
}
