export type ProcessState =
  | { readonly status: "running" }
  /** Started by an agent that is gone; it can be watched and ended, but not heard. */
  | { readonly status: "detached" }
  | { readonly status: "exited"; readonly exitCode: number | null; readonly atMs: number }
  | { readonly status: "ended with the sandbox"; readonly exitCode: null; readonly atMs: number };

/** A process that runs beside the conversation. */
export type BackgroundProcess = {
  readonly id: string;
  /** As it may be shown. */
  readonly command: string;
  readonly cwd: string;
  readonly pid: number | null;
  readonly startedAtMs: number;
  readonly state: () => ProcessState;
  /** What it printed, clean; null where nobody listened. */
  readonly output: () => { readonly text: string; readonly droppedChars: number } | null;
  /** Whoever learned of its end needs no notice of it. */
  readonly noteSeen: () => void;
  /** Resolves at its end; rejects when the signal aborts first. */
  readonly ended: (signal: AbortSignal) => Promise<void>;
  /** Null where it cannot be written to. */
  readonly input: ProcessInput | null;
  /** It goes on without us: nobody hears it any more. */
  readonly letGo: () => void;
  /** Ends it and all it started. Resolves when nothing is left; a second time nothing happens. */
  readonly kill: () => Promise<void>;
};

type ProcessInput = {
  readonly write: (text: string) => void;
  readonly end: () => void;
  /** What it reads are commands, so that each needs the same yes as a command line. */
  readonly isCommands: boolean;
};

export function hasEnded(state: ProcessState): state is Extract<ProcessState, { atMs: number }> {
  return "atMs" in state;
}
