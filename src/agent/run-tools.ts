import { secondsOf } from "../domain/clock.ts";
import type { ToolCall, ToolMessage } from "../domain/message.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";
import { ending, type Ending } from "./ending.ts";
import { remember } from "./remember.ts";
import { deliverSteer } from "./steer.ts";
import type { Dispatched, OpenRow, TurnDeps, TurnState } from "./turn-state.ts";

/** Runs the calls of one reply in order. Each result is on disk before the next call starts; every id gets one. */
export async function runTools(calls: readonly ToolCall[], turn: TurnState, deps: TurnDeps): Promise<Ending | null> {
  deps.emit({ type: "segment.ended" });
  deps.emit({ type: "phase.changed", phase: "tools" });
  let last: OpenRow | null = null;
  for (const call of calls) {
    const message = turn.signal.aborted ? cancelled(call, deps) : await runOne(call, turn, deps);
    last = { row: await remember(message, turn, deps), message };
  }
  if (turn.signal.aborted) return ending("interrupted_by_user", { text: say.interrupted });
  if (last !== null) await deliverSteer(last, turn, deps);
  return null;
}

async function runOne(call: ToolCall, turn: TurnState, deps: TurnDeps): Promise<ToolMessage> {
  const startedMs = deps.clock.now();
  turn.toolCalls += 1;
  deps.emit({ type: "tool.started", call, preview: deps.toolbox.describe(call) });
  const done = await deps.toolbox.dispatch(call, deps.toolbox.contextFor(call, turn, deps.emit));
  const result = toolMessage(call, done, deps);
  const durationMs = deps.clock.now() - startedMs;
  const { ok, truncated } = done;
  deps.emit({ type: "tool.finished", callId: call.id, result, ok, truncated, durationMs });
  return result;
}

function cancelled(call: ToolCall, deps: TurnDeps): ToolMessage {
  const content = JSON.stringify({ error: "Cancelled by the user before it started." });
  return toolMessage(call, { content, ok: false, truncated: false, effect: "none" }, deps);
}

export function toolMessage(call: ToolCall, done: Dispatched, { clock }: Pick<TurnDeps, "clock">): ToolMessage {
  return {
    role: "tool",
    tool_call_id: call.id,
    name: call.function.name,
    tool_name: call.function.name,
    content: done.content,
    ...(done.effect === null ? {} : { effect_disposition: done.effect }),
    timestamp: secondsOf(clock),
  };
}
