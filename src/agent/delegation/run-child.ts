import type { ChildFacts } from "../../domain/event.ts";
import type { ToolContext } from "../../domain/tool.ts";
import type { AnswerSchema } from "../../text/answer-shape.ts";
import { passed } from "../tools/stopwatch.ts";
import { askedTime, type AskedTime } from "./asked-time.ts";
import type { Child, ChildTask, DelegationDeps } from "./child.ts";
import { reportOf, reportOfNone, type Broken, type ChildEnd, type ChildReport } from "./child-report.ts";
import { converse } from "./converse.ts";
import type { ChildSeat } from "./living-children.ts";
import { graceMs, stopCause } from "./stop-cause.ts";
import { openTaskLog, type TaskLog } from "./task-log.ts";
import { watchChild, type ChildWatch } from "./watch-child.ts";

/** The call all children of a batch belong to. */
export type DelegatingCall = {
  readonly context: ToolContext;
  readonly deps: DelegationDeps;
  readonly startedAtMs: number;
};

export type ReadyTask = ChildTask & { readonly index: number; readonly schema: AnswerSchema | null };

/** One child from start to report. Whatever goes wrong with it is told in the report; nothing is thrown. */
export async function runChild(task: ReadyTask, call: DelegatingCall): Promise<ChildReport> {
  const { context, deps } = call;
  const { index, goal } = task;
  const id = `sub_${deps.rng.hex(8)}`;
  const seat = deps.living.seat(id, goal, deps.clock.now());
  const { number } = seat;
  const role = mayDelegate(task, deps) ? "orchestrator" : "leaf";
  const tell = (phase: "started" | "ended", note: string, ended: Omit<ChildFacts, "role"> = {}): void =>
    context.tell({ type: "subagent.changed", id, index, number, phase, goal, note, child: { role, ...ended } });
  tell("started", "");
  const log = taskLog(index, call);
  log?.write(`task: ${goal}`);
  const report = await attended({ id, seat, log }, task, call).catch((error: unknown) => {
    context.log("error", "child.failed", { error: String(error) });
    return reportOfNone(index, "error", brokenBy(error).error);
  });
  seat.leave();
  log?.write(`ended: ${report.status}`);
  log?.close();
  tell("ended", report.status, { sessionId: report.session_id, summary: report.summary });
  if (report.session_id !== null) deps.onDone?.(goal, report.summary, report.session_id);
  return log === null ? report : { ...report, log_path: log.path };
}

function mayDelegate({ role }: ChildTask, { rules }: DelegationDeps): boolean {
  return role === "orchestrator" && rules.depth + 1 < rules.maxDepth;
}

function taskLog(index: number, { context, deps }: DelegatingCall): TaskLog | null {
  const { logFolder: folder } = deps.rules;
  if (folder === null) return null;
  const { callId, sessionId, log } = context;
  return openTaskLog({ folder, callId, sessionId, index }, { now: () => deps.clock.now(), log });
}

type Begun = { readonly id: string; readonly seat: ChildSeat; readonly log: TaskLog | null };

async function attended({ id, seat, log }: Begun, task: ReadyTask, call: DelegatingCall): Promise<ChildReport> {
  const { deps, startedAtMs } = call;
  const { people } = call.context;
  const asked = askedTime(deps.clock);
  const context = {
    ...call.context,
    ...(people === undefined ? {} : { people: asked.over(people) }),
    signal: AbortSignal.any([call.context.signal, seat.stopped]),
  };
  const { index, goal } = task;
  if (context.signal.aborted) return reportOfNone(index, "interrupted", "Stopped before it began.");
  const orchestrator = mayDelegate(task, deps);
  const child = await deps.spawn({ id, goal, orchestrator, parent: context, startedAtMs });
  if (child.kind === "refused") return reportOfNone(index, "error", child.message);
  const listening = { open: true };
  const watch = watchChild({
    id,
    index,
    number: seat.number,
    goal,
    clock: deps.clock,
    tell: (event) => {
      if (listening.open) context.tell(event);
    },
  });
  seat.attend(logged(child, log), watch);
  const beganMs = deps.clock.now();
  const end = await endOf(child, task, heardBy(watch, log), { ...call, context, asked });
  listening.open = false; // one that was left behind has nothing more to say to this turn
  seat.leave();
  if (watch.apiCalls() > 0)
    context.charge({
      ...nameOf(child, end),
      api_calls: watch.apiCalls(),
      usage: watch.usage(),
      cost_usd: watch.costUsd(),
    });
  const durationMs = deps.clock.now() - beganMs;
  const report = reportOf(end, { index, callId: context.callId, child, watch, durationMs, rules: deps.rules });
  const demoted = task.role === "orchestrator" && !orchestrator;
  return demoted ? { ...report, note: "It ran as a leaf: deeper delegation is not allowed." } : report;
}

function heardBy(watch: ChildWatch, log: TaskLog | null): ChildWatch {
  if (log === null) return watch;
  return {
    ...watch,
    hear: (event) => {
      log.hear(event);
      watch.hear(event);
    },
  };
}

/** What a person says to it stands in the log too. */
function logged(child: Child, log: TaskLog | null): Child {
  return {
    ...child,
    steer: (text) => {
      const isTaken = child.steer(text);
      if (isTaken) log?.write(`told: ${text}`);
      return isTaken;
    },
  };
}

/** Waits for the child as long as its parent and the time limits allow, then stops it and waits a little more. */
async function endOf(
  child: Child,
  task: ReadyTask,
  watch: ChildWatch,
  call: DelegatingCall & { readonly asked: AskedTime },
): Promise<ChildEnd> {
  const { context, deps, asked } = call;
  const over = new AbortController();
  const answered = converse(child, task, task.schema, watch).catch(brokenBy);
  const closed = closeAfter(answered, child, context);
  try {
    const patience = { watch, asked, timeoutMs: deps.rules.timeoutMs, clock: deps.clock, signal: context.signal };
    const first = await Promise.race([answered, stopCause(patience, over.signal)]);
    const cause = typeof first === "string" ? first : null;
    if (cause !== null) child.interrupt();
    const late = cause === null ? [] : [passed(graceMs[cause], deps.clock, over.signal).then(() => null)];
    const last = await Promise.race([answered, ...late]);
    if (last !== null) await closed;
    return { cause, answered: last };
  } finally {
    over.abort("the child is over"); // a reason of our own: the default one is an exception with a stack
  }
}

/** However long it takes to end, it is closed then; the session that made it waits for that before it closes itself. */
async function closeAfter(answered: Promise<unknown>, child: Child, { log }: ToolContext): Promise<void> {
  try {
    await answered;
    await child.close();
  } catch (error) {
    log("error", "child.close_failed", { error: String(error) });
  }
}

function brokenBy(error: unknown): Broken {
  return { result: null, error: error instanceof Error ? error.message : String(error) };
}

function nameOf(child: Child, { answered }: ChildEnd): Pick<Child, "model" | "provider"> {
  const { model, provider } = answered?.result ?? child;
  return { model, provider };
}
