import type { ApprovalChannel } from "./approval.ts";

/** The session's shell in the person's hands: the same folder, variables and rules; the model hears nothing of it. */
export type PersonShell = {
  readonly cwd: () => string;
  /** Runs a command to its end; what it prints comes in whole lines, without control characters. */
  readonly run: (command: string, use: ShellUse) => Promise<ShellEnd>;
  /** The commands that run in the background. */
  readonly background: () => readonly string[];
  /** Ends those; says which. */
  readonly endBackground: () => Promise<readonly string[]>;
  /** Those outlive the session. False: where they run they cannot. */
  readonly keepBackground: () => boolean;
  /** Whether they could. */
  readonly canKeep: () => boolean;
};

export type ShellUse = {
  readonly people: ApprovalChannel;
  readonly onOutput: (text: string) => void;
  readonly signal: AbortSignal;
  /** The command is ended after this long; absent: the person ends it. */
  readonly limitMs?: number;
};

export type ShellEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "timed-out" }
  | { readonly kind: "denied"; readonly rule: string }
  | { readonly kind: "not-started"; readonly why: string };
