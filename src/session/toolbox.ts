import type { Toolbox, TurnState } from "../agent/turn-state.ts";
import type { ApprovalRequest, ApprovalVerdict, Approver } from "../domain/approval.ts";
import type { Emit } from "../domain/event.ts";
import type { Log } from "../domain/log.ts";
import type { ToolCall } from "../domain/message.ts";
import type { ToolContext } from "../domain/tool.ts";
import { dispatch, planCall, type DispatchRules, type RawCall } from "../tools/dispatch.ts";
import type { Registry } from "../tools/registry.ts";

export type ToolboxDeps = {
  readonly registry: Registry;
  readonly rules: DispatchRules;
  readonly approver: Approver;
  /** Where relative paths start: a command may have moved on. */
  readonly cwd: () => string;
  readonly platform: string;
  readonly log: Log;
};

/** The session's frozen tools behind the one dispatcher, with the question "may I?" wired to the approver. */
export function createToolbox(deps: ToolboxDeps): Toolbox {
  const { registry, rules } = deps;
  return {
    schemas: registry.schemas,
    isHousekeeping: (name) => registry.find(name)?.concurrency === "state",
    isReadOnly: (name) => registry.find(name)?.readOnly ?? false,
    describe: (call) => {
      const plan = planCall(registry, rawOf(call), rules);
      return plan.kind === "ready" ? rules.redact(plan.call.preview) : "";
    },
    dispatch: (call, context) => dispatch(registry, rawOf(call), context, rules),
    contextFor: (call, turn, emit) => contextFor(call, turn, emit, deps),
  };
}

function contextFor(call: ToolCall, turn: TurnState, emit: Emit, deps: ToolboxDeps): ToolContext {
  const { cwd, platform, log, registry } = deps;
  return {
    sessionId: turn.sessionId,
    taskId: turn.taskId,
    turnId: turn.turnId,
    callId: call.id,
    cwd: cwd(),
    signal: turn.signal,
    enabledTools: registry.names,
    platform,
    log,
    progress: (note) => emit({ type: "tool.progress", callId: call.id, note }),
    approve: (request) => approve({ ...request, callId: call.id, cwd: cwd() }, turn.signal, emit, deps),
  };
}

async function approve(
  request: ApprovalRequest,
  signal: AbortSignal,
  emit: Emit,
  { approver, log, rules }: ToolboxDeps,
): Promise<ApprovalVerdict> {
  const verdict = await approver.decide(request, signal).catch((error: unknown): ApprovalVerdict => {
    log("error", "approver.failed", { approver: approver.name, error: String(error) });
    return { decision: "deny", by: approver.name, rule: "approver-failed", reason: "The safety check itself failed." };
  });
  const { decision, by, rule } = verdict;
  const { callId, tool, action } = request;
  log("info", "approval.decided", { tool, rule, decision, by });
  emit({ type: "approval.decided", callId, tool, rule, decision, by, preview: rules.redact(action).slice(0, 200) });
  return verdict;
}

function rawOf(call: ToolCall): RawCall {
  return { id: call.id, name: call.function.name, arguments: call.function.arguments };
}
