import { secondsOf } from "../../domain/clock.ts";
import type { Content } from "../../domain/message.ts";
import type { ToolRun } from "../../domain/turn.ts";
import { remember } from "../remember.ts";
import type { Dispatched } from "./toolbox.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import { asItIs, dressed, type Dress } from "./dress-result.ts";
import { hasFailed } from "./failure-signs.ts";
import { withHeartbeat } from "./heartbeat.ts";
import { addRow } from "./open-batch.ts";
import type { PendingCall } from "./pending-call.ts";
import { runCall, watched } from "./run-call.ts";
import type { FinishedCall } from "./segment.ts";
import { startStopwatch } from "./stopwatch.ts";
import { toolMessage } from "./tool-message.ts";

type Presented = Dress & { readonly shown: Dispatched };

const mostWorkers = 8;

/** Runs calls that may overlap, or one alone. When all have an answer, the answers are stored in the calls' order. */
export async function runSegment(calls: readonly PendingCall[], turn: TurnState, deps: TurnDeps): Promise<void> {
  const { batchMs, callMs } = deps.toolbox.rules.deadlines;
  const segment = { turn, deps, watch: startStopwatch(deps.clock), baseMs: calls.length > 1 ? batchMs : callMs };
  const finished: FinishedCall[] = [];
  const queue = calls.entries();
  const work = async (): Promise<void> => {
    for (const [index, call] of queue) finished[index] = await runCall(call, segment);
  };
  const workers = Math.min(calls.length, mostWorkers);
  await withHeartbeat(() => Promise.all(Array.from({ length: workers }, work)), deps);
  for (const each of finished) await store(each, turn, deps);
}

async function store(finished: FinishedCall, turn: TurnState, deps: TurnDeps): Promise<void> {
  const { pending, durationMs } = finished;
  const { shown, marks, dress } = presented(finished, turn, deps);
  const result = { ...toolMessage(pending.sent, { ...shown, content: dress(shown.content) }, deps), ...marks };
  const row = await remember(result, turn, deps);
  addRow({ row, message: result, body: shown.content, dress }, turn);
  const { ok, truncated } = shown;
  turn.toolRuns.push(runOf(finished, ok, deps));
  const told = { ...result, name: pending.call.function.name }; // whoever watches hears of the tool that ran
  deps.emit({ type: "tool.finished", callId: pending.call.id, result: told, ok, truncated, durationMs });
}

/** A result that says of itself that it is none counts as a failure, whoever returned it. */
function runOf({ pending, status, durationMs }: FinishedCall, ok: boolean, { clock }: TurnDeps): ToolRun {
  const { name: tool } = pending.call.function;
  return { tool, status: status === "ok" && !ok ? "error" : status, duration_ms: durationMs, at: secondsOf(clock) };
}

/** The result as far as it is the tool's, and how the model gets it: what the guardrails say is not cut off by a limit. */
function presented(finished: FinishedCall, turn: TurnState, deps: TurnDeps): Presented {
  const { call, plan } = finished.pending;
  const { result, status } = finished;
  if (status === "blocked" || status === "cancelled") return { shown: result, marks: {}, dress: asItIs };
  const ready = plan.kind === "ready" ? plan : null;
  const failed = hasFailed(ready?.tool ?? null, result);
  const { instead, notes } = turn.guardrails.afterCall(watched(call, ready), result.content, failed);
  const content: Content = instead ?? result.content;
  const shown = ready === null ? result : deps.toolbox.fit(ready, call.id, { ...result, content });
  return { shown, ...dressed(finished, shown.content, notes, deps) };
}
