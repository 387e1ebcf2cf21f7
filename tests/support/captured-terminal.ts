import type { Terminal } from "../../src/domain/terminal.ts";

export type CapturedTerminal = {
  readonly terminal: Terminal;
  readonly out: () => string;
  readonly err: () => string;
  /** How often stdin was read. */
  readonly reads: () => number;
};

/** A terminal made of buffers. Without `input` stdin is a TTY, which must not be read. */
export function capturedTerminal(
  input: string | Uint8Array | null = null,
  columns = 80,
  otherwise: Partial<Terminal> = {},
): CapturedTerminal {
  const text = { out: "", err: "" };
  let reads = 0;
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const terminal: Terminal = {
    out: (chunk) => void (text.out += chunk),
    err: (chunk) => void (text.err += chunk),
    outIsTty: false,
    inIsTty: bytes === null,
    color: false,
    columns,
    readInput: (limit) => {
      reads += 1;
      if (bytes === null) return Promise.reject(new Error("stdin is a TTY"));
      return Promise.resolve(bytes.length > limit ? null : bytes);
    },
    ...otherwise,
  };
  return { terminal, out: () => text.out, err: () => text.err, reads: () => reads };
}
