/** One HTTP request as the handler sees it. Header names are in lower case. */
export type SimulatorRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What travels, when, and where the line breaks. A delay of Infinity is silence until the caller gives up. */
export type Chunk = { readonly bytes: Uint8Array } | { readonly delayMs: number } | { readonly cut: true };

export type SimulatorResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: Iterable<Chunk>;
};
