/** What a tool wants to do that a person may have to allow. Asked inside the tool, before any effect. */
export type ApprovalRequest = {
  readonly tool: string;
  readonly callId: string;
  readonly kind: "command" | "write" | "memory";
  /** The command line, the path to be written, or the whole text for the agent's own memory. */
  readonly action: string;
  readonly cwd: string;
  /** The goal of the delegated child that wants it; absent: the session itself. */
  readonly child?: string;
};

export type ApprovalVerdict =
  | { readonly decision: "allow"; readonly by: Approver["name"]; readonly rule: string | null }
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
