import { expect, test } from "vitest";
import type { ApprovalRequest } from "../domain/approval.ts";
import { autoApproval } from "./child-approver.ts";

const request: ApprovalRequest = { tool: "terminal", callId: "c", kind: "command", action: "make", cwd: "/" };
const going = new AbortController().signal;

test("auto_approve lets commands run and nothing else", async () => {
  expect(await autoApproval.decide(request, going)).toMatchObject({ decision: "allow", by: "delegation.auto_approve" });
  for (const kind of ["write", "code", "tool", "memory"] as const) {
    expect(await autoApproval.decide({ ...request, kind }, going)).toMatchObject({ decision: "deny" });
  }
});
