import { withinStep } from "../agent/tools/step-limit.ts";
import type { Toolbox } from "../agent/tools/toolbox.ts";
import { mapBatches } from "../context/batches.ts";
import { repairHistory } from "../context/repair-history.ts";
import type { IsReadOnly } from "../context/settle-batches.ts";
import { callsOf, type AssistantMessage, type ToolMessage, type Message } from "../domain/message.ts";
import { isPersisted } from "../tools/result-limit.ts";
import type { SessionDeps } from "./session-deps.ts";

/**
 * A stored history as it can be sent. What a dead process left behind is settled anew at each load, from the rows
 * alone and always in the same way; nothing is written to them.
 */
export function loadHistory(
  stored: readonly Message[],
  { toolbox, runtime }: Pick<SessionDeps, "toolbox" | "runtime">,
): readonly Message[] {
  const history = repairHistory(stored, readOnlyIn(toolbox));
  return mapBatches(history, ({ asked, results, cutOff }) => {
    if (!cutOff) return [asked, ...results]; // a request has carried it: it is as it was sent
    const fitted = results.map((result) => fit(result, asked, toolbox));
    return [asked, ...withinStep(fitted, toolbox.rules, runtime.contextLength)];
  });
}

export function readOnlyIn(toolbox: Toolbox): IsReadOnly {
  return (call) => toolbox.isReadOnly(toolbox.meant(call).function.name);
}

/** One result under the limit of its tool; what lies in a file already is short enough. */
function fit(result: ToolMessage, asked: AssistantMessage, toolbox: Toolbox): ToolMessage {
  const call = callsOf(asked).find(({ id }) => id === result.tool_call_id);
  if (call === undefined || isPersisted(result.content)) return result;
  const plan = toolbox.plan(call);
  if (plan.kind === "refused") return result;
  const { content } = toolbox.fit(plan, call.id, { content: result.content, ok: true, truncated: false, effect: null });
  return content === result.content ? result : { ...result, content };
}
