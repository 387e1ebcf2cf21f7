import type { Message } from "./message.ts";

/** A call that ran, and the folder its relative paths started from. */
export type HintedCall = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
};

/** Text for the end of a result, and the folders it speaks for, as seen from the session's working directory. */
export type DirectoryHint = { readonly text: string; readonly dirs: readonly string[] };

/** Instructions of the folders a session enters, each told once. Never throws. */
export type DirectoryHints = {
  readonly after: (call: HintedCall) => DirectoryHint | null;
  /** The history is now this one: what it no longer tells may be told again. */
  readonly follow: (history: readonly Message[]) => void;
};
