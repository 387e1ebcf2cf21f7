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
  readonly messages: number;
};

export type NamedTokens = { readonly name: string; readonly tokens: number };
