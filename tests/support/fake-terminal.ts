import type { Terminal } from "../../src/domain/terminal.ts";

export type FakeTerminal = Terminal & {
  /** All of stdout so far. */
  readonly printed: () => string;
  /** All of stderr so far. */
  readonly complained: () => string;
};

/** A terminal that keeps what it was told. Not a TTY unless a test says so; stdin holds `input`. */
export function fakeTerminal(options: Partial<Terminal> & { readonly input?: string | Uint8Array } = {}): FakeTerminal {
  const { input = "", ...overrides } = options;
  const out: string[] = [];
  const err: string[] = [];
  return {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    outIsTty: false,
    inIsTty: false,
    color: false,
    columns: 80,
    readInput: async (limit) => {
      const bytes = typeof input === "string" ? Buffer.from(input, "utf8") : input;
      return bytes.length > limit ? null : bytes;
    },
    ...overrides,
    printed: () => out.join(""),
    complained: () => err.join(""),
  };
}
