import type { ToolCall } from "../../domain/message.ts";
import type { DispatchPlan } from "../../tools/dispatch.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import { hearBefore, type Gate } from "./hooks.ts";
import { segmentLength, type Lane } from "./plan-segments.ts";

/** A call on its way: as the model meant it, or as the hooks left it. */
export type PendingCall = {
  readonly call: ToolCall;
  /** As the model wrote it: what its answer has to fit. */
  readonly sent: ToolCall;
  readonly plan: DispatchPlan;
  /** What a hook said against it. */
  readonly blocked: string | null;
  /** A hook wants a person's yes to it. */
  readonly gate: Gate | null;
  readonly heard: boolean; // hooks are asked once
};

export type Taken = { readonly segment: readonly PendingCall[]; readonly rest: readonly PendingCall[] };

export function pendingCall(sent: ToolCall, { toolbox }: Pick<TurnDeps, "toolbox">): PendingCall {
  const call = toolbox.meant(sent);
  return { call, sent, plan: toolbox.plan(call), blocked: null, gate: null, heard: false };
}

/**
 * The calls that run next. Decided only now, for what ran before may have moved the working directory or a link; and
 * decided again when the hooks were heard, for new arguments may part what would have run together.
 */
export async function takeSegment(pending: readonly PendingCall[], turn: TurnState, deps: TurnDeps): Promise<Taken> {
  const [only, ...others] = pending;
  if (only !== undefined && others.length === 0) return { segment: [await hear(only, turn, deps)], rest: [] };
  const first = segmentLength(pending.map((each) => laneOf(each, deps)));
  const heard: PendingCall[] = [];
  for (const each of pending.slice(0, first)) heard.push(await hear(each, turn, deps));
  const length = segmentLength(heard.map((each) => laneOf(each, deps)));
  return { segment: heard.slice(0, length), rest: [...heard.slice(length), ...pending.slice(first)] };
}

function laneOf({ plan }: PendingCall, { toolbox }: TurnDeps): Lane {
  if (plan.kind === "refused") return { concurrency: null, places: null };
  return { concurrency: plan.tool.concurrency, places: toolbox.placesOf(plan) };
}

/** The call as the hooks leave it. */
export async function hear(
  pending: PendingCall,
  turn: Pick<TurnState, "sessionId" | "turnId" | "taskId" | "signal">,
  deps: Pick<TurnDeps, "toolbox" | "log">,
): Promise<PendingCall> {
  const { call, plan, heard } = pending;
  const { hooks } = deps.toolbox;
  if (heard || plan.kind === "refused" || hooks.length === 0 || turn.signal.aborted) return pending;
  const { sessionId, turnId, taskId, signal } = turn;
  const shown = { callId: call.id, tool: plan.tool.name, args: plan.args, sessionId, turnId, taskId, signal };
  const { blocked, gate, args } = await hearBefore(shown, { hooks, log: deps.log });
  if (args === null) return { ...pending, blocked, gate, heard: true };
  const changed = { ...call, function: { ...call.function, arguments: JSON.stringify(args) } };
  return { ...pending, call: changed, plan: deps.toolbox.plan(changed), blocked, gate, heard: true };
}
