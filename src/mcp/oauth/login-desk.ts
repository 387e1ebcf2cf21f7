/** Where a person logs in: they are shown an address, and sent back to ours. */
export type LoginDesk = {
  readonly redirectUrl: string;
  readonly show: (address: URL) => Promise<void>;
  /** The query they come back with. */
  readonly answer: (signal: AbortSignal) => Promise<URLSearchParams>;
};
