/** The process's own streams as commands and surfaces see them. Tests pass buffers. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outIsTty: boolean;
  readonly inIsTty: boolean;
  /** ANSI colours are welcome on stdout. */
  readonly color: boolean;
  readonly columns: number;
  /** All of stdin, or null when it is longer than `limit` bytes. Never called when stdin is a TTY. */
  readonly readInput: (limit: number, signal: AbortSignal) => Promise<Uint8Array | null>;
  /** One line a person types; empty when they end the input or the signal aborts. Only where stdin is a TTY. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string>;
};
