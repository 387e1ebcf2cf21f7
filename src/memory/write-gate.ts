import { fail, ok, type ToolOutcome } from "../domain/outcome.ts";
import type { ToolContext } from "../domain/tool.ts";
import { firstChars } from "../text/code-points.ts";
import type { MemoryCall } from "./memory-call.ts";
import type { PendingWrites } from "../disk/pending-writes.ts";

type ValidCall = Extract<MemoryCall, { kind: "call" }>;

/** What a write gets instead of being made, or null when it may go on. */
export type WriteGate = (call: ValidCall, context: ToolContext) => Promise<ToolOutcome | null>;

/**
 * With a person at the terminal the write is shown in full and asked about; where the question cannot be put, and
 * everywhere else, it is laid aside until somebody approves it.
 */
export function createWriteGate(pending: PendingWrites, options: { readonly interactive: boolean }): WriteGate {
  return async (call, context) => {
    if (!options.interactive) return staged(call, context, pending);
    const verdict = await context.approve({ tool: "memory", kind: "memory", action: fullText(call) });
    if (verdict.decision === "allow") return null;
    return verdict.rule === "approver-failed"
      ? staged(call, context, pending)
      : fail(verdict.reason, { success: false });
  };
}

function staged(call: ValidCall, { platform }: ToolContext, pending: PendingWrites): ToolOutcome {
  const [first] = call.operations;
  const action = call.isBatch ? "batch" : (first?.action ?? "batch");
  const summary = firstChars(fullText(call), 200);
  const pending_id = pending.stage({ action, summary, origin: platform, arguments: { ...call.raw } });
  return ok({
    success: true,
    staged: true,
    pending_id,
    message: "Laid aside until the user approves it. Do not repeat it.",
  });
}

function fullText({ target, operations }: ValidCall): string {
  const lines = operations.map((operation) => {
    switch (operation.action) {
      case "add":
        return `add: ${operation.content}`;
      case "replace":
        return `replace: ${operation.oldText}\nwith: ${operation.content}`;
      case "remove":
        return `remove: ${operation.oldText}`;
    }
  });
  return `${target}\n${lines.join("\n")}`;
}
