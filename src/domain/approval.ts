import type { AuxiliaryUsage } from "./auxiliary.ts";

/** `tool`: a call of a foreign tool, or one that an extension wants a person to see. */
export type ApprovalKind = "command" | "write" | "memory" | "code" | "tool";

/** What a tool wants to do that a person may have to allow. Asked inside the tool, before any effect. */
export type ApprovalRequest = {
  readonly tool: string;
  readonly callId: string;
  readonly kind: ApprovalKind;
  /** The command line, the path to be written, the program, the call, or the whole text for the agent's own memory. */
  readonly action: string;
  /** What would change in a file, for people. */
  readonly diff?: string;
  readonly cwd: string;
  /** The goal of the delegated child that wants it; absent: the session itself. */
  readonly child?: string;
  /** Of kind `tool`: whose rule wants a person to see it, and why. */
  readonly gate?: { readonly rule: string; readonly description: string };
};

/** How far a yes reaches: this call, its rules until the session ends, or commands like it from now on. */
type ApprovalScope = "once" | "session" | "always";

export type ApprovalVerdict =
  | {
      readonly decision: "allow";
      readonly by: Approver["name"];
      readonly rule: string | null;
      /** The command was proved to read only. */
      readonly changesNothing?: boolean;
      /** Of a person's yes; absent: once. */
      readonly scope?: ApprovalScope;
    }
  | {
      readonly decision: "deny";
      readonly by: Approver["name"];
      readonly rule: string;
      /** For the model: what rule, that it must not be worked around, and what the person would have to change. */
      readonly reason: string;
    };

/** Guards fail closed: an approver that throws is a deny. */
export type Approver = {
  readonly name: string;
  readonly decide: (
    request: ApprovalRequest,
    signal: AbortSignal,
    channel?: ApprovalChannel,
  ) => Promise<ApprovalVerdict>;
};

/** What a decision may do to the world around the call it is about. */
export type ApprovalChannel = {
  /** Runs `work` when nobody else is asking the person; that time is not the tool's. null: stopped before its turn. */
  readonly whenFree: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T | null>;
  /** Only inside `whenFree`. It resolves to null when no answer comes. null: nobody hears questions. */
  readonly put: ((question: Omit<Question, "id">, signal: AbortSignal) => Promise<string | null>) | null;
  /** What a side model cost. */
  readonly charge: (usage: AuxiliaryUsage) => void;
  /** A line for the person. */
  readonly warn: (text: string) => void;
};

/** A question that goes up as an event and comes back through the session. */
export type Question = {
  readonly id: string;
  readonly kind: "approval" | "clarify";
  readonly text: string;
  readonly choices: readonly string[];
  /** Several choices may be taken. */
  readonly multiSelect?: boolean;
  /** Where it stands among questions that are asked together, from 1. */
  readonly part?: { readonly number: number; readonly of: number };
  /** Of an approval: what `text` says, in parts. */
  readonly approval?: ApprovalPanel;
  /** After this long without an answer it is withdrawn. */
  readonly timeoutMs?: number;
};

/** What a surface shows of something that waits for a yes. Secrets are masked. */
export type ApprovalPanel = {
  readonly tool: string;
  readonly kind: ApprovalKind;
  readonly action: string;
  readonly cwd: string;
  readonly child: string | null;
  readonly concerns: readonly { readonly rule: string; readonly description: string }[];
  readonly diff: string | null;
  /** What "always" would add to `command_allowlist`; empty where it is not offered. */
  readonly always: readonly string[];
  /** What else there is to know: the sandbox will refuse it, the reviewer advises against it. */
  readonly note: string | null;
};

/** Extensions that watch people being asked. What they return or throw changes nothing. */
export type ApprovalHooks = {
  readonly name: string;
  readonly preApprovalRequest?: (panel: ApprovalPanel) => void;
  readonly postApprovalResponse?: (panel: ApprovalPanel, answer: ApprovalAnswer) => void;
};

/** What a person said; null: no answer came. */
export type ApprovalAnswer = { readonly scope: ApprovalScope | "deny"; readonly reason: string | null } | null;

export type ApprovalMode = "manual" | "smart" | "off";

/** `allow`: edits in the workspace run at once; `ask`: each is shown first; `plan`: nothing may be changed. */
export type EditsMode = "allow" | "ask" | "plan";

/** The permissions of a running session; surfaces switch them, children share them. */
export type ApprovalSession = {
  mode: ApprovalMode;
  edits: EditsMode;
  yolo: boolean;
  /** allow, ask, plan and round again; the mode now in force. */
  readonly cycleEdits: () => EditsMode;
  /** Plan mode on, off (back to the mode before) or the other way round. */
  readonly plan: (on?: boolean) => EditsMode;
  /** Rules that a yes of this session covers. */
  readonly grants: readonly string[];
  readonly forgetGrants: () => void;
  /** The latest ones, oldest first. */
  readonly decisions: readonly ApprovalRecord[];
};

export type ApprovalRecord = {
  readonly atMs: number;
  readonly tool: string;
  readonly kind: ApprovalKind;
  /** Masked and cut. */
  readonly preview: string;
  readonly decision: "allow" | "deny";
  readonly rule: string | null;
  readonly by: string;
  readonly scope: ApprovalScope | null;
  readonly latencyMs: number;
};
