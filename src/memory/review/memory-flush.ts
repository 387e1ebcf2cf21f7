import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import type { ProviderContext } from "../../domain/memory-provider.ts";
import type { ToolCall } from "../../domain/message.ts";
import type { ModelClient, ModelRequest } from "../../domain/model-client.ts";
import type { Usage } from "../../domain/usage.ts";

export type FlushRules = {
  /** `memory.flush_min_turns`; 0 switches the flush off. */
  readonly minTurns: number;
  readonly turnsSinceFlush: number;
  readonly tools: readonly string[];
  readonly agentContext: ProviderContext["agentContext"];
};

export type FlushDeps = {
  readonly model: ModelClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly onUsage: (usage: Usage, task: "memory_flush") => void;
  readonly runCall: (call: ToolCall, signal: AbortSignal) => Promise<unknown>;
};

const longestMs = 30_000;
const instruction =
  "This conversation is about to be shortened. Save with the memory tool what must outlast it: preferences, facts about the user, conventions, lessons. Save nothing that only matters for the current task. If there is nothing, answer with one word.";

/** Whether the model is asked to save what matters before a conversation is shortened. */
export function isFlushDue({ minTurns, turnsSinceFlush, tools, agentContext }: FlushRules): boolean {
  return minTurns > 0 && turnsSinceFlush >= minTurns && tools.includes("memory") && agentContext === "primary";
}

/**
 * One request: the last one again, so that its prefix is still cached, and one more message. Only memory calls of the
 * answer are carried out; nothing of it is stored, and what goes wrong is logged and forgotten.
 */
export async function flushMemory(last: ModelRequest, deps: FlushDeps, signal: AbortSignal): Promise<void> {
  using deadline = deps.clock.deadline(longestMs, signal);
  const request: ModelRequest = { ...last, messages: [...last.messages, { role: "user", content: instruction }] };
  try {
    const outcome = await deps.model.call(request, () => undefined, deadline.signal);
    if (outcome.kind !== "reply") {
      deps.log("warning", "memory.flush_failed", { outcome: outcome.kind });
      return;
    }
    const { usage, tool_calls: calls } = outcome.reply;
    if (usage !== null) deps.onUsage(usage, "memory_flush");
    for (const call of calls) if (call.function.name === "memory") await deps.runCall(call, deadline.signal);
  } catch (error) {
    deps.log("warning", "memory.flush_failed", { error: String(error) });
  }
}
