/** `tool`: a call of a foreign tool, or one that an extension wants a person to see. */
type ApprovalKind = "command" | "write" | "memory" | "code" | "tool";

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
};

export type ApprovalVerdict =
  | {
      readonly decision: "allow";
      readonly by: Approver["name"];
      readonly rule: string | null;
      /** The command was proved to read only. */
      readonly changesNothing?: boolean;
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
  readonly decide: (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalVerdict>;
};

/** A question that goes up as an event and comes back through the session. */
export type Question = {
  readonly id: string;
  readonly kind: "approval" | "clarify";
  readonly text: string;
  readonly choices: readonly string[];
  /** Several choices may be taken. */
  readonly multiSelect?: boolean;
};
