/** What became of the wish to take a compression back. */
export type UndoneCompression =
  | { readonly kind: "undone"; /** Where the conversation goes on. */ readonly sessionId: string }
  | { readonly kind: "nothing" }; // no compression made it
