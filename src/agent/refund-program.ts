import type { ToolCall } from "../domain/message.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** A step of nothing but programs gets its unit back; not for ever, lest a turn of programs never end. */
export function refundProgram(
  calls: readonly ToolCall[],
  turn: TurnState,
  { toolbox, limits }: Pick<TurnDeps, "toolbox" | "limits">,
): void {
  if (turn.freeSteps >= limits.maxSteps || !calls.every((call) => toolbox.isProgrammatic(call.function.name))) return;
  turn.freeSteps += 1;
  turn.budget.refund();
}
