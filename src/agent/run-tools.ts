import type { ToolCall } from "../domain/message.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";
import { ending, type Ending } from "./ending.ts";
import { refundProgram } from "./refund-program.ts";
import { deliverSteer } from "./steer.ts";
import { pendingCall, takeSegment, type PendingCall } from "./tools/pending-call.ts";
import { runSegment } from "./tools/run-segment.ts";
import { applyStepLimit } from "./tools/step-limit.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** Runs the calls of one reply, segment by segment; every id gets one result, and each is on disk before the next segment. */
export async function runTools(calls: readonly ToolCall[], turn: TurnState, deps: TurnDeps): Promise<Ending | null> {
  deps.emit({ type: "segment.ended" });
  deps.emit({ type: "phase.changed", phase: "tools" });
  let waiting: readonly PendingCall[] = calls.map((call) => pendingCall(call, deps));
  while (waiting.length > 0) {
    const { segment, rest } = await takeSegment(waiting, turn, deps);
    await runSegment(segment, turn, deps);
    waiting = rest;
  }
  await applyStepLimit(turn, deps);
  refundProgram(calls, turn, deps);
  if (turn.signal.aborted) return ending("interrupted_by_user", { text: say.interrupted });
  const halt = turn.guardrails.halt();
  if (halt !== null) return ending("guardrail_halt", { detail: halt.rule, text: halt.text });
  await deliverSteer(turn, deps);
  return null;
}
