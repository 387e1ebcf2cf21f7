import type { Toolbox, TurnName } from "../agent/tools/toolbox.ts";
import { textOf, type ToolCall } from "../domain/message.ts";

/** One call outside the conversation: nobody hears of it, and nobody is asked, so what would need a yes is refused. */
export async function runQuietly(
  call: ToolCall,
  turn: TurnName,
  toolbox: Toolbox,
  signal: AbortSignal,
): Promise<string> {
  const plan = toolbox.plan(call);
  if (plan.kind === "refused") return textOf(plan.result.content);
  const context = toolbox.contextFor(call, turn, () => undefined, { signal, whileAsking: (question) => question() });
  const quiet = { ...context, ask: null, approve: async () => refusal };
  const result = await toolbox.stateLock.run(() => toolbox.run(plan, quiet), signal);
  return result === null ? "" : textOf(result.content);
}

const refusal = {
  decision: "deny",
  by: "review",
  rule: "nobody-there",
  reason: "Nobody is there to be asked.",
} as const;
