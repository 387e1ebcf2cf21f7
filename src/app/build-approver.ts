import type { RunOptions } from "../commands/run-options.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { Approver } from "../domain/approval.ts";
import { ApprovalState } from "../tools/approval/approval-state.ts";
import type { ApproverParts } from "./approver-policy.ts";
import { later } from "./later.ts";

/** The permissions a session starts with. */
export function newApprovals({ approvals }: Settings, { yolo }: Pick<RunOptions, "yolo">): ApprovalState {
  return new ApprovalState({ mode: approvals.mode, edits: approvals.edits, yolo });
}

/** Decides what may be done. Should its rules not load, it throws, and that is a no. */
export function buildApprover(parts: ApproverParts): Approver {
  const rules = later(async () => (await import("./approver-policy.ts")).approverOf(parts));
  return { name: "rules", decide: async (...asked) => (await rules()).decide(...asked) };
}
