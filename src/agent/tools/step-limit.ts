import { isPersisted, limitStep, stepLimitFor } from "../../tools/result-limit.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import { amend, openRows } from "./open-batch.ts";

/** All results of a step together keep a limit: the largest move to files, before anything of them is sent. */
export async function applyStepLimit(turn: TurnState, deps: TurnDeps): Promise<void> {
  const { limits, stepChars } = deps.toolbox.rules;
  const rows = openRows(turn);
  const results = rows.map(({ message: { tool_call_id: callId, content } }) => {
    return { callId, content, truncated: isPersisted(content) };
  });
  const limited = limitStep(results, stepLimitFor(deps.runtime.active.contextLength, stepChars), limits);
  for (const [index, open] of rows.entries()) {
    const content = limited[index]?.content ?? open.message.content;
    if (content !== open.message.content) await amend(open, content, turn, deps);
  }
}
