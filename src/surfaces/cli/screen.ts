import type { EditsMode, Question } from "../../domain/approval.ts";
import { type Display, usualDisplay } from "../../commands/slash/display.ts";
import type { SessionInfo } from "../../domain/event.ts";
import type { ImagePart } from "../../domain/message.ts";
import { noText, type OpenText } from "./open-text.ts";

/** Something that is over. It is written to the scrollback once and never touched again. */
export type Block =
  | { readonly kind: "banner"; readonly info: SessionInfo; readonly yolo: boolean; readonly profile: string | null }
  | { readonly kind: "help" } // how to go on from the banner
  | { readonly kind: "facts"; readonly facts: readonly Fact[] } // what the banner could not wait for
  | { readonly kind: "question"; readonly text: string; readonly time?: string } // of day, where it is wanted
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string; readonly durationMs: number }
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly preview: string;
      readonly ok: boolean;
      readonly durationMs: number;
      /** What it was given and what came of it, where the person wants to see that. */
      readonly detail?: string;
    }
  | { readonly kind: "child"; readonly goal: string; readonly note: string }
  | { readonly kind: "diff"; readonly diff: string }
  | { readonly kind: "notice"; readonly level: "info" | "warning" | "error"; readonly text: string }
  | { readonly kind: "summary"; readonly text: string }
  | { readonly kind: "said"; readonly text: string } // what a command answered
  | { readonly kind: "output"; readonly text: string }; // of a command of the person's own

export type RunningTool = {
  readonly callId: string;
  readonly name: string;
  readonly preview: string;
  readonly startedMs: number;
  readonly note: string;
  /** As the model wrote it. */
  readonly given?: string;
};

export type RunningChild = {
  readonly id: string;
  /** How the person calls it. */
  readonly number: number;
  readonly goal: string;
  readonly note: string;
  /** It waits for its parent's line, to stand below it. */
  readonly isOver: boolean;
};

/** A line of the banner: what it is about, and what is so. */
export type Fact = readonly [label: string, value: string];

/** The turn that runs. */
export type LiveTurn = {
  readonly startedMs: number;
  readonly phase: string;
  readonly phaseMs: number; // when it began
  readonly retryMs: number | null; // when the next attempt begins
  readonly text: OpenText;
  readonly reasoning: string;
  readonly reasoningMs: number;
  readonly tools: readonly RunningTool[];
  readonly children: readonly RunningChild[];
  /** The tool whose line was written last, where the person only wants to see another one. */
  readonly lastTool?: string;
  readonly received: number; // characters
  /** Words of the step that runs were shown: its result need not show them again. */
  readonly wasHeard: boolean;
  readonly isStopping: boolean;
};

/** What the person does about the question on the screen. */
export type PanelState = {
  readonly cursor: number;
  readonly chosen: readonly number[];
  /** They write an answer of their own, or a reason. */
  readonly isWriting: boolean;
  readonly isFull: boolean;
};

export type OpenPanel = {
  readonly question: Question;
  readonly untilMs: number | null;
  /** Since when it is the one on the screen. */
  readonly sinceMs: number;
  /** Asked by a command and not by the turn, so it outlives the turn. */
  readonly isOurs: boolean;
};

/** A picture that goes along with a message. */
export type Picture = { readonly name: string; readonly bytes: number; readonly part: ImagePart };

/** A message that is sent when the turns before it are over. */
export type Waiting = { readonly text: string; readonly pictures: readonly Picture[] };

/** Everything the terminal shows, and nothing else. */
export type Screen = Display & {
  readonly finished: readonly Block[];
  readonly info: SessionInfo;
  readonly title: string | null;
  readonly startedMs: number;
  readonly turn: LiveTurn | null;
  readonly panels: readonly OpenPanel[];
  readonly panel: PanelState;
  /** When a key last went into the line instead of to a question that had just come up. */
  readonly typedMs: number;
  readonly queue: readonly Waiting[];
  /** What goes along with the line that is being written. */
  readonly pictures: readonly Picture[];
  /** The command of the person's own that runs. */
  readonly shell: { readonly command: string; readonly startedMs: number } | null;
  readonly edits: EditsMode;
  readonly yolo: boolean;
  readonly contextTokens: number;
  readonly costUsd: number | null;
  readonly compressions: number;
  /** Processes and sessions that run in the background. */
  readonly background: number;
  /** The turn of the goal that is worked on; null: there is none. */
  readonly goalTurn: number | null;
  readonly hint: string | null;
  /** Of the session so far, for the next turn's own share. */
  readonly spent: Spent;
  readonly turns: number;
  readonly toolCalls: number;
};

/** How much of the model's thoughts is shown. */

export type Spent = { readonly prompt: number; readonly output: number; readonly cached: number };

export const untouched: PanelState = { cursor: 0, chosen: [], isWriting: false, isFull: false };

/** How full the context is, and what the conversation has cost; absent: the session does not say. */
export type Weight = Partial<Pick<Screen, "contextTokens" | "costUsd">>;

type Beginning = Pick<Screen, "info" | "title" | "edits" | "yolo"> &
  Partial<Display & Pick<Screen, "costUsd" | "contextTokens" | "compressions">>;

export function newScreen(beginning: Beginning, nowMs: number): Screen {
  return {
    ...usualDisplay,
    finished: [],
    startedMs: nowMs,
    turn: null,
    panels: [],
    panel: untouched,
    typedMs: 0,
    queue: [],
    pictures: [],
    shell: null,
    contextTokens: 0,
    costUsd: 0,
    compressions: 0,
    background: 0,
    goalTurn: null,
    hint: null,
    spent: { prompt: 0, output: 0, cached: 0 },
    turns: 0,
    toolCalls: 0,
    ...beginning,
  };
}

export function newTurn(nowMs: number, phase: string): LiveTurn {
  return {
    startedMs: nowMs,
    phase,
    phaseMs: nowMs,
    retryMs: null,
    text: noText,
    reasoning: "",
    reasoningMs: nowMs,
    tools: [],
    children: [],
    received: 0,
    wasHeard: false,
    isStopping: false,
  };
}

export function withBlocks(screen: Screen, blocks: readonly Block[]): Screen {
  return blocks.length === 0 ? screen : { ...screen, finished: [...screen.finished, ...blocks] };
}
