import type { MayChange, ToolChange } from "../../session/late-tools.ts";
import type { CompressionOptions } from "../../session/compression-options.ts";
import type { CompressionAnswer, UndoAnswer } from "../../session/compression-answer.ts";
import type { RewindAnswer } from "../../session/rewind-answer.ts";
import type { RewindPlan } from "../../session/rewind-plan.ts";
import type { TurnInput } from "../../session/turn-input.ts";
import type { BackgroundSessions } from "../../session/background-sessions.ts";
import type { ChildControl } from "../../domain/child-control.ts";
import type { ApprovalSession } from "../../domain/approval.ts";
import type { PersonShell, ShellEnd } from "../../domain/person-shell.ts";
import type { ReasoningSetting } from "../../domain/model-client.ts";
import type { SessionInfo } from "../../domain/event.ts";
import type { ContextUse } from "../../domain/context-use.ts";
import type { SessionCost } from "../../session/session-cost.ts";
import type { GoalKeeper } from "../../session/goal/goal-keeper.ts";
import type { Store } from "../../store/store.ts";
import type { Display } from "./display.ts";
import type { PriceOf } from "../insights/accounts.ts";

/** A command that works the same on every surface. */
export type SlashCommand = {
  readonly name: string;
  readonly aliases: readonly string[];
  /** What may follow the name, such as "[ref]". */
  readonly usage: string;
  readonly summary: string;
  /** Under which heading the help lists it; absent: it is the person's own or a plugin's. */
  readonly group?: string;
  /** While a turn runs: run at once, stop the turn first, or be refused. */
  readonly busy: "run" | "stop" | "wait";
  readonly run: (rest: string, context: SlashContext) => Promise<SlashOutcome> | SlashOutcome;
};

/** What the surface does about it. */
export type SlashOutcome =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "refused"; readonly text: string }
  /** `clears`: what the screen shows goes away. */
  | { readonly kind: "open"; readonly session: SessionWish; readonly clears?: boolean }
  | { readonly kind: "send"; readonly text: string }
  /** A question that is more than its words. */
  | { readonly kind: "ask"; readonly input: TurnInput; readonly shown: string }
  /** Turns are gone; the words of the oldest go back to where the person types. */
  | { readonly kind: "undone"; readonly text: string; readonly input: string }
  /** For the clipboard; `text` is said where that worked. */
  | { readonly kind: "copy"; readonly content: string; readonly text: string }
  | { readonly kind: "queue"; readonly text: string }
  | { readonly kind: "skin"; readonly name: string | null } // null: which there are
  | { readonly kind: "stop" }
  | { readonly kind: "display"; readonly change: Partial<Display>; readonly text: string }
  /** From the next turn on. */
  | { readonly kind: "effort"; readonly reasoning: ReasoningSetting; readonly text: string }
  | { readonly kind: "attach"; readonly path: string | null } // null: what the clipboard holds
  /** `deletes`: the conversation goes with it. */
  | { readonly kind: "leave"; readonly deletes?: boolean }
  | { readonly kind: "nothing" };

export type SessionWish =
  | { readonly kind: "new"; readonly title: string | null }
  | { readonly kind: "resume"; readonly reference: string }
  | { readonly kind: "branch"; readonly of: string; readonly title: string | null };

export type SlashContext = {
  readonly session: SlashSession;
  readonly store: Store;
  readonly world: SlashWorld;
  readonly commands: readonly SlashCommand[];
  readonly isBusy: boolean;
  readonly nowMs: number;
  /** Ends when the person leaves. */
  readonly signal: AbortSignal;
  /** Absent: the surface has no screen. */
  readonly display?: Display;
  /** What runs in the background; absent: nothing can. */
  readonly shell?: Pick<PersonShell, "background" | "endBackground">;
  /** Messages that wait to be sent. */
  readonly queue?: readonly string[];
  /** A line of the person's own in the session's shell, under its rules; absent: the surface has none. */
  readonly runLine?: (line: string, limitMs: number) => Promise<LineRun>;
  /** Where destructive commands ask first. */
  readonly confirms: boolean;
  /** Puts a question to the person; null: they did not choose. */
  readonly choose: (question: string, choices: readonly string[]) => Promise<string | null>;
  /** From now on nobody is asked before something destructive. */
  readonly neverConfirm: () => Promise<void>;
  /** Lets the person pick a session where there is a screen for it; null: they picked none. */
  readonly pick?: () => Promise<string | null>;
  /** The chat it was said in; absent: the surface is none. */
  readonly chat?: ChatSeat;
};

/** What commands do about the chat they are said in. */
export type ChatSeat = {
  readonly who: {
    readonly platform: string;
    readonly userId: string;
    readonly chatId: string;
    readonly chatType: string;
    readonly isAdmin: boolean;
  };
  /** Answers what waits for permission, the oldest or all of it. */
  readonly decide: (choice: string, which: "oldest" | "all") => SlashOutcome;
  readonly setHome: () => Promise<void>;
  /** Absent: it cannot be done from here. */
  readonly restart?: () => Promise<void>;
  readonly platforms?: { readonly status: () => string; readonly resume: (name: string | null) => Promise<string> };
};

/** As much of a session as commands need. */
type SlashSession = {
  readonly info: SessionInfo;
  readonly approvals: ApprovalSession;
  readonly steer: (text: string) => boolean;
  /** A session whose history cannot be shortened on request lacks it. */
  readonly compress?: (options: Omit<CompressionOptions, "emit">) => Promise<CompressionAnswer>;
  readonly undoCompression?: () => Promise<UndoAnswer>;
  /** Nor need its turns be such as can be taken back. */
  readonly undo?: (turns: number) => Promise<RewindAnswer>;
  readonly lastQuestion?: (turns?: number) => RewindPlan;
  /** Looks again for tools from outside; false: the list stayed as it was. */
  readonly reloadTools?: (signal: AbortSignal, mayChange: MayChange) => Promise<boolean>;
  /** What it works on over several turns. */
  readonly goal?: Pick<GoalKeeper, "goal" | "set" | "pause" | "resume" | "clear">;
  readonly context?: ContextUse;
  readonly cost?: SessionCost;
  /** Who works for it. */
  readonly children?: ChildControl;
};

/** What belongs to rooms that commands do not know. */
export type SlashWorld = {
  /** Another model for the session, or for its next turn only; what became of it, in one line. */
  readonly switchModel: (
    reference: string,
    isOnce?: boolean,
  ) => Promise<{ readonly ok: boolean; readonly text: string }>;
  /** Gives the session another list of tools at once. */
  readonly switchTools?: (names: readonly string[], isOn: boolean) => Promise<SwitchedTools>;
  /** A subcommand of the program, and what it printed; called in this folder, or where the program was. */
  readonly command: (words: readonly string[], cwd?: string) => Promise<Printed>;
  /** What git says in a folder. */
  readonly git: (args: readonly string[], cwd: string) => Promise<Printed>;
  /** Those of the settings. */
  readonly personalities?: () => Promise<readonly string[]>;
  /** Its words go along behind the cached prompt; null: none. False: there is no such personality. */
  readonly setPersonality?: (name: string | null) => Promise<boolean>;
  /** Looks at the disk again; how many skills there are. */
  readonly rescanSkills?: () => number;
  /** How wide the person's screen is; absent: as wide as usual. */
  readonly columns?: () => number;
  /** What models cost today. */
  readonly prices?: () => Promise<PriceOf>;
  /** Sessions that work beside the conversation; absent: none can. */
  readonly background?: Pick<BackgroundSessions, "start" | "list" | "steer" | "stop" | "stopAll">;
  /** Commands that came with plugins. */
  readonly plugged?: readonly SlashCommand[];
  /** Hears of every command that is run. */
  readonly onCommand?: (name: string, rest: string) => void;
  /** The person's own commands, where the surface has them. */
  readonly quick?: readonly SlashCommand[];
};

export type SwitchedTools =
  | { readonly kind: "changed"; readonly change: ToolChange }
  | { readonly kind: "same" }
  | { readonly kind: "refused"; readonly message: string };

export type LineRun = { readonly end: ShellEnd; readonly output: string };

type Printed = { readonly code: number; readonly text: string };

export function said(text: string): SlashOutcome {
  return { kind: "said", text };
}

export function refusal(text: string): SlashOutcome {
  return { kind: "refused", text };
}
