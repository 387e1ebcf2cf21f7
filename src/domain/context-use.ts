/** What fills the context window. The whole is the ledger's number; its parts are estimates. */
export type ContextUse = {
  readonly tokens: number;
  /** The provider counted all but what came last. */
  readonly isReported: boolean;
  readonly window: number;
  /** Where compression begins; null: the engine does not say. */
  readonly trigger: number | null;
  readonly layers: readonly NamedTokens[];
  readonly tools: readonly (NamedTokens & { readonly toolset: string })[];
  /** Tools of servers that are found by search, and how much smaller that makes every request; null: all are listed. */
  readonly deferred: { readonly tools: number; readonly savedTokens: number } | null;
  readonly messages: number;
  /** Where a compression happened; null: none has. */
  readonly parts: MessageParts | null;
};

/** What a compression made of the messages, in tokens: those kept before its summary, the summary, those behind it. */
export type MessageParts = { readonly head: number; readonly summary: number; readonly tail: number };

export type NamedTokens = { readonly name: string; readonly tokens: number };
