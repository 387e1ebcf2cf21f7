/** Why a request read less from the provider's cache than the one before it had left there. A closed list. */
export type CacheBreak =
  | "none"
  | "first"
  | "ttl"
  | "model"
  | "credential"
  | "tools"
  | "system"
  | "params"
  | "history_edit"
  | "compression"
  | "provider_dropped"
  | "unknown";

/** Where two prompts begin to differ: the index of a tool, of a block of the system text, or of a message. */
export type Divergence = { readonly section: "tools" | "system" | "messages"; readonly block: number };

/** Breaks of one kind that a session had, and what they came to. */
export type BreakTally = {
  readonly cause: CacheBreak;
  readonly breaks: number;
  readonly missed_tokens: number;
  readonly cost_usd: number | null; // null: some of it has no price
};
