import { textOf, type Content, type ToolCall } from "../../domain/message.ts";
import type { Tool, ToolContext } from "../../domain/tool.ts";
import type { CallStatus } from "../../domain/tool-hooks.ts";
import type { ReadyCall } from "../../tools/dispatch.ts";
import type { Dispatched } from "./toolbox.ts";
import { limitOf } from "./deadlines.ts";
import type { WatchedCall } from "./guardrails.ts";
import { hearAfter, type Gate } from "./hooks.ts";
import { notRun } from "./not-run.ts";
import { programSupport } from "./program-support.ts";
import type { PendingCall } from "./pending-call.ts";
import { runHandler, type HandlerEnd } from "./run-handler.ts";
import type { FinishedCall, Segment } from "./segment.ts";

type Answer = Omit<FinishedCall, "pending" | "durationMs" | "cwd">;

/** One call from start to answer. Nothing is awaited before a handler is entered, so calls start in their order. */
export async function runCall(pending: PendingCall, segment: Segment): Promise<FinishedCall> {
  const { clock, toolbox } = segment.deps;
  const startedMs = clock.now();
  const cwd = toolbox.cwd();
  const admitted = admit(pending, segment);
  const answered = "status" in admitted ? admitted : await enterInTurn(pending, admitted, segment);
  return tellHooks({ pending, ...answered, durationMs: clock.now() - startedMs, cwd }, segment);
}

/** The call, or the answer it gets because something stands against it. */
function admit({ call, plan, blocked }: PendingCall, { turn, watch, baseMs }: Segment): ReadyCall | Answer {
  if (turn.signal.aborted) return answer("cancelled", notRun.cancelledBefore(), "interrupted");
  if (turn.guardrails.halt() !== null) return answer("blocked", notRun.halted(), "guardrail");
  if (plan.kind === "refused") return answer("error", plan.result, "refused");
  if (blocked !== null) return answer("blocked", notRun.blocked(blocked), "hook");
  if (watch.workedMs() >= limitOf(plan.tool, plan.call, baseMs))
    return answer("timeout", notRun.neverStarted(), "deadline");
  const objection = turn.guardrails.beforeCall(watched(call, plan));
  return objection === null ? plan : answer("blocked", notRun.blocked(objection), "guardrail");
}

export function watched({ id, function: called }: ToolCall, ready: ReadyCall | null): WatchedCall {
  const { name, arguments: args } = called;
  const spawns = ready?.tool.concurrency === "spawn" ? Math.max(1, ready.call.children ?? 1) : 0;
  return { id, name, arguments: args, readOnly: ready?.tool.readOnly ?? false, spawns };
}

/** Housekeeping tools also wait for whoever else works on the session's state. */
async function enterInTurn(pending: PendingCall, plan: ReadyCall, segment: Segment): Promise<Answer> {
  const { turn, deps } = segment;
  if (plan.tool.concurrency !== "state") return enter(pending, plan, segment);
  const entered = await deps.toolbox.stateLock.run(() => enter(pending, plan, segment), turn.signal);
  return entered ?? answer("cancelled", notRun.cancelledBefore(), "interrupted");
}

async function enter(pending: PendingCall, plan: ReadyCall, segment: Segment): Promise<Answer> {
  const { call, gate } = pending;
  const { turn, deps, watch, baseMs } = segment;
  const { toolbox, clock, emit } = deps;
  turn.toolCalls += 1;
  emit({ type: "tool.started", call: masked(call, toolbox.redact), preview: toolbox.describe(plan) });
  const limitMs = limitOf(plan.tool, plan.call, baseMs);
  const end = await runHandler(
    (signal) => {
      const context = contextOf(call, plan, segment, signal);
      const run = (): Promise<Dispatched> => toolbox.run(plan, context);
      return gate === null ? run() : afterGate(gate, call, context, run);
    },
    { limitMs, watch, clock, interrupt: turn.signal },
  );
  return answerOf(end, plan.tool, limitMs);
}

function contextOf(call: ToolCall, { tool }: ReadyCall, segment: Segment, signal: AbortSignal): ToolContext {
  const { turn, deps, watch } = segment;
  const context = deps.toolbox.contextFor(call, turn, deps.emit, { signal, whileAsking: watch.whileAsking });
  if (tool.programmatic !== true) return context;
  return { ...context, program: programSupport({ callId: call.id, segment, signal, run: runCall }) };
}

/** A hook wanted a person to see the call: their no is its answer. */
async function afterGate(
  gate: Gate,
  call: ToolCall,
  { approve }: ToolContext,
  run: () => Promise<Dispatched>,
): Promise<Dispatched> {
  const { name: tool, arguments: args } = call.function;
  const why = gate.message === "" ? "" : ` (${gate.message})`;
  const verdict = await approve({ tool, kind: "tool", action: `${tool} ${args}${why}` });
  return verdict.decision === "allow" ? run() : notRun.blocked(`${gate.rule}: ${verdict.reason}`);
}

/** Whoever watches sees no secrets; the handler has them. */
function masked(call: ToolCall, redact: (text: string) => string): ToolCall {
  return { ...call, function: { ...call.function, arguments: redact(call.function.arguments) } };
}

function answerOf(end: HandlerEnd, tool: Tool, limitMs: number): Answer {
  switch (end.kind) {
    case "done":
      return end.result.ok ? answer("ok", end.result, null) : answer("error", end.result, "tool");
    case "timeout":
      return answer("timeout", notRun.timedOut(tool.name, limitMs), "deadline");
    case "cancelled":
      return answer("cancelled", notRun.cancelledInside(tool.readOnly), "interrupted");
  }
}

function answer(status: CallStatus, result: Dispatched, errorType: string | null): Answer {
  return { status, result, errorType };
}

const mostTold = 50_000; // characters of a text that hooks are shown

async function tellHooks(finished: FinishedCall, { turn, deps }: Segment): Promise<FinishedCall> {
  const { toolbox, log, clock } = deps;
  if (toolbox.hooks.length === 0) return finished;
  const { pending, result, status, errorType, durationMs } = finished;
  const { id: callId, function: called } = pending.call;
  const told = {
    callId,
    tool: called.name,
    args: toolbox.redact(called.arguments).slice(0, mostTold),
    sessionId: turn.sessionId,
    turnId: turn.turnId,
    status,
    durationMs,
    errorType,
    result: textOf(result.content).slice(0, mostTold),
  };
  const content: Content = await hearAfter(told, result.content, { hooks: toolbox.hooks, log, clock });
  if (content === result.content) return finished;
  const other = typeof content === "string" ? toolbox.redact(content) : content; // an extension's words, not masked yet
  return { ...finished, result: { ...result, content: other } };
}
