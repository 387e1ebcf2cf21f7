import type { ToolMessage } from "../../domain/message.ts";
import { isPersisted, limitStep, stepLimitFor } from "../../tools/result-limit.ts";
import type { ToolRules } from "./toolbox.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import { amend, openRows } from "./open-batch.ts";

/** All results of a step together keep a limit: the largest move to files, before anything of them is sent. */
export async function applyStepLimit(turn: TurnState, deps: TurnDeps): Promise<void> {
  const rows = openRows(turn);
  const bodies = rows.map(({ message, body }) => ({ ...message, content: body }));
  const limited = withinStep(bodies, deps.toolbox.rules, deps.runtime.active.contextLength);
  for (const [index, open] of rows.entries()) {
    const body = limited[index]?.content ?? open.body;
    if (body !== open.body) await amend(open, open.dress(body), turn, deps);
  }
}

/** The results as they may be sent together; those that need no change are the same objects. */
export function withinStep(
  results: readonly ToolMessage[],
  { limits, stepChars }: ToolRules,
  contextLength: number,
): readonly ToolMessage[] {
  const sized = results.map(({ tool_call_id: callId, content }) => {
    return { callId, content, truncated: isPersisted(content) };
  });
  const limited = limitStep(sized, stepLimitFor(contextLength, stepChars), limits);
  return results.map((result, index) => {
    const content = limited[index]?.content ?? result.content;
    return content === result.content ? result : { ...result, content };
  });
}
