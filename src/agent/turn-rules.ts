export type TurnLimits = {
  readonly maxSteps: number; // Infinity: no cap
  readonly maxAttempts: number; // requests per step, the first included
  readonly runBudgetMs: number | null;
  readonly maxCostUsd: number | null; // of the session; null: no cap
  readonly staleGiveUp: number; // requests that ended in silence, in a row, before no more is sent; Infinity: never
};

/** What a person decided about odd replies. */
export type ReplyRules = {
  /** Silence that does not even claim to have cost something is not asked for again. */
  readonly emptyGuard: boolean;
  /** A short text that only announces the next step is asked to take it. */
  readonly stallGuards: boolean;
  /** A longer one that promises work is, too: where the format is known for it, everywhere, nowhere, or by model. */
  readonly intentAck: "auto" | boolean | readonly string[];
};
