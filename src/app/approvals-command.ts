import type { CommandRun } from "../commands/command.ts";
import { approvalsSuggest, type SuggestRequest } from "../commands/approvals/suggest.ts";
import { approvalsTest, type ExplainRequest } from "../commands/approvals/test.ts";
import type { ApprovalExplanation } from "../domain/approval-explanation.ts";
import { noLog } from "../domain/log.ts";
import { explainCommand } from "../tools/approval/explain.ts";
import type { ApproverPolicy } from "../tools/approval/policy.ts";
import { entriesFor } from "../tools/approval/suggest.ts";
import { approverPolicy } from "./approver-policy.ts";
import { newApprovals } from "./build-approver.ts";
import { pathRules } from "./build-tools.ts";

export function approvalsTestRun(): CommandRun {
  return approvalsTest(explain);
}

export function approvalsSuggestRun(): CommandRun {
  return approvalsSuggest((request) =>
    entriesFor(request.command, request.cwd, newSessionPolicy({ ...request, yolo: false })),
  );
}

function explain(request: ExplainRequest): Promise<ApprovalExplanation> {
  return explainCommand(request.command, request.cwd, newSessionPolicy(request));
}

/** The session this would be asked in is a new one: it has written no file and started no process. */
function newSessionPolicy({ cwd, home, settings, context, yolo }: SuggestRequest & { yolo: boolean }): ApproverPolicy {
  const policy = approverPolicy({
    home,
    settings,
    options: { allow: [], source: null },
    env: context.env,
    clock: context.clock,
    log: noLog,
    paths: pathRules({ home, settings, context, workspace: cwd, options: { addDirs: [] } }),
    approvals: newApprovals(settings, { yolo }),
    facts: { isolation: "none", wroteFile: () => false, startedProcess: () => false },
    noteWritten: () => undefined,
  });
  return { ...policy, saveScript: () => "a script file" };
}
