import type { CommandRun } from "../commands/command.ts";
import { approvalsTest, type ExplainRequest } from "../commands/approvals/test.ts";
import type { ApprovalExplanation } from "../domain/approval-explanation.ts";
import { noLog } from "../domain/log.ts";
import { explainCommand } from "../tools/approval/explain.ts";
import { approverPolicy } from "./approver-policy.ts";
import { newApprovals } from "./build-approver.ts";
import { pathRules } from "./build-tools.ts";

export function approvalsTestRun(): CommandRun {
  return approvalsTest(explain);
}

/** The session this would be asked in is a new one: it has written no file and started no process. */
function explain({ command, cwd, home, settings, context, yolo }: ExplainRequest): Promise<ApprovalExplanation> {
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
  return explainCommand(command, cwd, { ...policy, saveScript: () => "a script file" });
}
