import type { ApprovalRequest, ApprovalVerdict } from "../../domain/approval.ts";

type Allowed = Extract<ApprovalVerdict, { decision: "allow" }>;

export function allowed(by: string, rule: string | null, more: Partial<Allowed> = {}): ApprovalVerdict {
  return { decision: "allow", by, rule, ...more };
}

type Refusal = {
  readonly by: string;
  readonly rule: string;
  readonly because: string;
  /** Who said no, in a sentence; absent: the rule itself. */
  readonly said?: string;
  /** What the person could change; null: nothing allows it. */
  readonly remedy: string | null;
  /** Last words, such as an order to stop. */
  readonly also?: string;
};

/** For the model: the rule, who refused, what the person could change, and that it must not be worked around. */
export function refused({ kind }: Pick<ApprovalRequest, "kind">, refusal: Refusal): ApprovalVerdict {
  const { by, rule, because, said, remedy, also } = refusal;
  const sentences = [
    `${kind === "command" ? "Not run" : "Not done"} (rule ${rule}): ${because}.`,
    said,
    remedy === null ? "Nothing allows this." : `Only the user can allow it: ${remedy}.`,
    "Do not retry, rephrase or work around this; say what you would need.",
    also,
  ];
  return { decision: "deny", by, rule, reason: sentences.filter((text) => text !== undefined).join(" ") };
}

const longestShown = 300;

/** What would let this pass without a question; `key` is the setting that decides where nobody can be asked. */
export function remedyFor({ kind, action }: ApprovalRequest, rule: string, key: string | null): string {
  const unasked = [...(key === null ? [] : [`${key}: approve`]), "--yolo"];
  switch (kind) {
    case "command": {
      const command = action.length > longestShown ? "<exactly this command>" : JSON.stringify(action);
      return [`--allow ${command} or an entry of command_allowlist`, ...unasked].join(", or ");
    }
    case "write":
      return rule === "outside workspace"
        ? "--add-dir <folder>, or --yolo"
        : [...forEdits(rule), ...unasked].join(", or ");
    case "code":
    case "tool":
      return unasked.join(", or ");
    case "memory":
      return "approving it in a chat, or memory.write_approval: false";
  }
}

function forEdits(rule: string): readonly string[] {
  return rule === "approvals.edits" ? ["approvals.edits: allow"] : [];
}
