import type { ApprovalVerdict } from "../../src/domain/approval.ts";
import { noLog } from "../../src/domain/log.ts";
import type { ToolContext } from "../../src/domain/tool.ts";

/** A call's surroundings in which everything is allowed. */
export function toolContext(changes: Partial<ToolContext> & Pick<ToolContext, "cwd">): ToolContext {
  const verdict: ApprovalVerdict = { decision: "allow", by: "test", rule: null };
  return {
    sessionId: "session",
    taskId: "task",
    turnId: "turn",
    callId: "call",
    signal: new AbortController().signal,
    enabledTools: [],
    platform: "cli",
    log: noLog,
    progress: () => undefined,
    beforeChange: async () => undefined,
    approve: async () => verdict,
    turnStartedMs: 0,
    tell: () => undefined,
    charge: () => undefined,
    ask: null,
    ...changes,
  };
}
