import type { CompressionAnswer, UndoAnswer } from "../../session/compression-answer.ts";
import type { ApprovalSession } from "../../domain/approval.ts";
import type { SessionInfo } from "../../domain/event.ts";
import type { Store } from "../../store/store.ts";

/** A command that works the same on every surface. */
export type SlashCommand = {
  readonly name: string;
  readonly aliases: readonly string[];
  /** What may follow the name, such as "[ref]". */
  readonly usage: string;
  readonly summary: string;
  /** While a turn runs: run at once, stop the turn first, or be refused. */
  readonly busy: "run" | "stop" | "wait";
  readonly run: (rest: string, context: SlashContext) => Promise<SlashOutcome> | SlashOutcome;
};

/** What the surface does about it. */
export type SlashOutcome =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "refused"; readonly text: string }
  | { readonly kind: "open"; readonly session: SessionWish }
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "queue"; readonly text: string }
  | { readonly kind: "stop" }
  | { readonly kind: "leave" }
  | { readonly kind: "nothing" };

export type SessionWish =
  | { readonly kind: "new"; readonly title: string | null }
  | { readonly kind: "resume"; readonly reference: string };

export type SlashContext = {
  readonly session: SlashSession;
  readonly store: Store;
  readonly world: SlashWorld;
  readonly commands: readonly SlashCommand[];
  readonly isBusy: boolean;
  readonly nowMs: number;
  /** Where destructive commands ask first. */
  readonly confirms: boolean;
  /** Puts a question to the person; null: they did not choose. */
  readonly choose: (question: string, choices: readonly string[]) => Promise<string | null>;
};

/** As much of a session as commands need. */
type SlashSession = {
  readonly info: SessionInfo;
  readonly approvals: ApprovalSession;
  readonly steer: (text: string) => boolean;
  /** A session whose history cannot be shortened on request lacks it. */
  readonly compress?: (options: { readonly topic: string | null }) => Promise<CompressionAnswer>;
  readonly undoCompression?: () => Promise<UndoAnswer>;
};

/** What belongs to rooms that commands do not know. */
export type SlashWorld = {
  /** Another model for the session; what became of it, in one line. */
  readonly switchModel: (reference: string) => Promise<{ readonly ok: boolean; readonly text: string }>;
  /** The person's own commands, where the surface has them. */
  readonly quick?: readonly SlashCommand[];
  /** A line of shell the person has put into the settings: judged like the model's, cut off after a while. */
  readonly shell?: (
    line: string,
    choose: SlashContext["choose"],
  ) => Promise<{ readonly ok: boolean; readonly text: string }>;
  /** A subcommand of the program, and what it printed. */
  readonly command: (words: readonly string[]) => Promise<{ readonly code: number; readonly text: string }>;
};

export function said(text: string): SlashOutcome {
  return { kind: "said", text };
}

export function refusal(text: string): SlashOutcome {
  return { kind: "refused", text };
}
