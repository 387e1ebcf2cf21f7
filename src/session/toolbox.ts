import { bookAside } from "../agent/side-book.ts";
import { createMutex, type Mutex } from "../agent/tools/mutex.ts";
import type { RunningCall, Toolbox, ToolRules, TurnName } from "../agent/tools/toolbox.ts";
import type { ApprovalChannel, ApprovalRequest, ApprovalVerdict, Approver, Question } from "../domain/approval.ts";
import type { Emit } from "../domain/event.ts";
import type { Log } from "../domain/log.ts";
import type { ToolCall } from "../domain/message.ts";
import type { Tool, ToolContext } from "../domain/tool.ts";
import type { ToolHooks } from "../domain/tool-hooks.ts";
import { absolutePath, realPath } from "../safety/paths.ts";
import { callThrough, meantCall } from "../text/meant-call.ts";
import { fitResult, planCall, runPlanned, type DispatchRules } from "../tools/dispatch.ts";
import type { Registry } from "../tools/registry.ts";
import type { OpenQuestions } from "./open-questions.ts";

export type ToolboxDeps = {
  readonly registry: Registry;
  readonly rules: DispatchRules;
  readonly toolRules: ToolRules;
  readonly hooks: readonly ToolHooks[];
  readonly approver: Approver;
  /** Where the model's own questions go; null: nobody is there to be asked. */
  readonly questions: OpenQuestions | null;
  /** Where questions for permission go; null: nowhere. */
  readonly permissions: OpenQuestions | null;
  /** A child asks through the call that made it, so that all questions stand in one line. */
  readonly above?: ApprovalChannel;
  /** Where relative paths start: a command may have moved on. */
  readonly cwd: () => string;
  readonly userHome: string;
  /** The file system does not tell upper from lower case. */
  readonly foldsCase: boolean;
  readonly platform: string;
  readonly log: Log;
  /** Called before a call changes anything; what it does about it never fails the call. */
  readonly beforeChange?: (turn: TurnName, warn: ApprovalChannel["warn"]) => Promise<void>;
};

/** The session's frozen tools behind the one dispatcher, with the question "may I?" wired to the approver. */
export function createToolbox(deps: ToolboxDeps): Toolbox {
  const { registry, rules } = deps;
  const prompts = createMutex();
  return {
    get schemas() {
      return registry.schemas;
    },
    get deferred() {
      return registry.deferred;
    },
    has: (name) => registry.find(name) !== null,
    meant: (call) => meantIn(call, registry),
    toolsetOf: (name) => registry.find(name)?.toolset ?? null,
    isReadOnly: (name) => registry.find(name)?.readOnly === true,
    isHousekeeping: (name) => isHousekeeping(registry.find(name)),
    isProgrammatic: (name) => registry.find(name)?.programmatic ?? false,
    isSpawner: (name) => registry.find(name)?.concurrency === "spawn",
    plan: (call) => planCall(registry, { id: call.id, ...meantIn(call, registry).function }, rules),
    placesOf: ({ call }) => call.paths?.map((path) => placeOf(path, deps)) ?? null,
    describe: ({ call }) => rules.redact(call.preview),
    contextFor: (call, turn, emit, running) => contextFor({ call, turn, emit, running, prompts }, deps),
    run: (plan, context) => runPlanned(plan, context, rules),
    fit: (plan, callId, result) => fitResult(plan, callId, result, rules),
    redact: rules.redact,
    cwd: deps.cwd,
    hooks: deps.hooks,
    stateLock: createMutex(),
    rules: deps.toolRules,
  };
}

/**
 * Only tools of servers are called through another tool, also where they have come to be listed since; and not where
 * somebody brought a tool of that very name.
 */
function meantIn(call: ToolCall, registry: Registry): ToolCall {
  const meant = meantCall(call);
  if (meant === call || (registry.deferred.length === 0 && registry.find(callThrough) !== null)) return call;
  return registry.find(meant.function.name)?.server === undefined ? call : meant;
}

/** Tools that keep the agent's own house: its memory, its tasks, what it can look up of its past. */
function isHousekeeping(tool: Tool | null): boolean {
  if (tool?.toolset === "terminal") return false; // processes are work, though they share the lock
  return tool !== null && (tool.concurrency === "state" || (tool.needsSession && tool.readOnly));
}

function placeOf(path: string, { cwd, userHome, foldsCase }: ToolboxDeps): string {
  const place = realPath(absolutePath(path, cwd(), userHome));
  return foldsCase ? place.toLowerCase() : place;
}

type Around = {
  readonly call: ToolCall;
  readonly turn: TurnName;
  readonly emit: Emit;
  readonly running: RunningCall;
  /** People are asked one thing at a time. */
  readonly prompts: Mutex;
};

function contextFor(around: Around, deps: ToolboxDeps): ToolContext {
  const { call, turn, emit, running } = around;
  const { cwd, platform, log, registry } = deps;
  const people = peopleOf(around, deps);
  return {
    sessionId: turn.sessionId,
    taskId: turn.taskId,
    turnId: turn.turnId,
    callId: call.id,
    cwd: cwd(),
    signal: running.signal,
    enabledTools: [...registry.names, ...registry.deferred.map(({ name }) => name)],
    platform,
    log,
    progress: (note) => {
      if (!running.signal.aborted) emit({ type: "tool.progress", callId: call.id, note });
    },
    beforeChange: async () => deps.beforeChange?.(turn, people.warn),
    approve: (request) => approve({ ...request, callId: call.id, cwd: cwd() }, around, deps, people),
    people,
    turnStartedMs: turn.startedAtMs,
    tell: emit,
    charge: ({ task = "delegation", ...cost }) => void bookAside({ ...cost, task }, turn, emit),
    ask: deps.questions === null ? null : askerFor(around, deps.questions),
  };
}

function askerFor({ call, emit, running, prompts }: Around, questions: OpenQuestions): NonNullable<ToolContext["ask"]> {
  let count = 0;
  return (question, signal) => {
    const asked = { ...question, kind: "clarify", id: `${call.id}:${++count}` } as const;
    return running.whileAsking(() => prompts.run(() => questions.ask(asked, emit, signal), signal));
  };
}

/** The way from this call to people: one at a time, and their time is not the call's. */
function peopleOf(
  { call, turn, emit, running, prompts }: Around,
  { permissions, above }: ToolboxDeps,
): ApprovalChannel {
  let count = 0;
  const put = (question: Omit<Question, "id">, signal: AbortSignal): Promise<string | null> =>
    permissions?.ask({ ...question, id: `${call.id}:may-i-${++count}` }, emit, signal) ?? Promise.resolve(null);
  return {
    whenFree: (work, signal) => running.whileAsking(() => above?.whenFree(work, signal) ?? prompts.run(work, signal)),
    put: above === undefined ? permissions && put : above.put,
    charge: (cost) => void bookAside({ ...cost, api_calls: 1 }, turn, emit),
    warn: (text) => emit({ type: "notice.given", level: "warning", text }),
  };
}

async function approve(
  request: ApprovalRequest,
  { running, emit, turn }: Around,
  deps: ToolboxDeps,
  people: ApprovalChannel,
): Promise<ApprovalVerdict> {
  const verdict = await decide(request, running.signal, deps, people);
  if (verdict === null || running.signal.aborted) return stopped;
  const { decision, by, rule } = verdict;
  const { callId, tool, action } = request;
  const preview = deps.rules.redact(action).slice(0, 200);
  emit({ type: "approval.decided", callId, tool, rule, decision, by, preview });
  const scope = (verdict.decision === "allow" ? verdict.scope : null) ?? null;
  if (rule !== null) turn.decisions.push({ tool, rule, action: preview, decision, by, scope }); // else nothing was in question
  return verdict;
}

/** null: the call was stopped before there was an answer. A safety check that fails says no. */
function decide(
  request: ApprovalRequest,
  signal: AbortSignal,
  { approver, log }: ToolboxDeps,
  people: ApprovalChannel,
): Promise<ApprovalVerdict | null> {
  const failed = (error: unknown): ApprovalVerdict => {
    log("error", "approver.failed", { approver: approver.name, error: String(error) });
    return { decision: "deny", by: approver.name, rule: "approver-failed", reason: "The safety check itself failed." };
  };
  const left = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  return Promise.race([approver.decide(request, signal, people).catch(failed), left]);
}

const stopped: ApprovalVerdict = {
  decision: "deny",
  by: "interrupt",
  rule: "stopped",
  reason: "The call was stopped while it waited for permission; nothing was done.",
};
