import { isPersisted, limitStep, stepLimitFor } from "../../tools/result-limit.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import { amend, openRows } from "./open-batch.ts";

/** All results of a step together keep a limit: the largest move to files, before anything of them is sent. */
export async function applyStepLimit(turn: TurnState, deps: TurnDeps): Promise<void> {
  const { limits, stepChars } = deps.toolbox.rules;
  const rows = openRows(turn);
  const results = rows.map(({ message, body }) => {
    return { callId: message.tool_call_id, content: body, truncated: isPersisted(body) };
  });
  const limited = limitStep(results, stepLimitFor(deps.runtime.active.contextLength, stepChars), limits);
  for (const [index, open] of rows.entries()) {
    const body = limited[index]?.content ?? open.body;
    if (body !== open.body) await amend(open, open.dress(body), turn, deps);
  }
}
