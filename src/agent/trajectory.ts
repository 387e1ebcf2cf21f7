import { secondsOf } from "../domain/clock.ts";
import { callsOf, textOf, type AssistantMessage, type Message, type ToolMessage } from "../domain/message.ts";
import type { Saying, Trajectory } from "../domain/trajectory.ts";
import { redactSecrets } from "../safety/redact.ts";
import type { Ending } from "./ending.ts";
import { exitFlags } from "./exit-flags.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** The conversation as this turn leaves it; secrets are masked in every text. */
export function trajectoryOf(turn: TurnState, deps: TurnDeps, { reason }: Ending): Trajectory {
  const { clock, runtime, toolbox } = deps;
  const prompt = turn.system.map(({ text }) => text).join("\n\n");
  const spoken: readonly Saying[] = [{ from: "system", value: prompt }, ...turn.history.map(sayingOf)];
  return {
    id: turn.turnId,
    session_id: turn.sessionId,
    timestamp: secondsOf(clock),
    model: runtime.active.model,
    provider: runtime.active.provider,
    completed: exitFlags[reason].completed ?? false,
    exit_reason: reason,
    tools: toolbox.schemas,
    conversations: spoken.map(({ from, value }) => ({ from, value: redactSecrets(value) })),
  };
}

function sayingOf(message: Message): Saying {
  switch (message.role) {
    case "user":
      return { from: "human", value: textOf(message.content) };
    case "assistant":
      return { from: "gpt", value: spokenBy(message) };
    case "tool":
      return { from: "tool", value: tagged("tool_response", responseOf(message)) };
  }
}

function spokenBy(message: AssistantMessage): string {
  const thought = message.reasoning ? [tagged("think", message.reasoning)] : [];
  const calls = callsOf(message).map(({ id, function: { name, arguments: text } }) =>
    tagged("tool_call", JSON.stringify({ id, name, arguments: readOr(text) })),
  );
  return [...thought, ...(message.content === "" ? [] : [message.content]), ...calls].join("\n");
}

function responseOf({ tool_call_id: id, name, content }: ToolMessage): string {
  return JSON.stringify({ tool_call_id: id, name, content: textOf(content) });
}

/** Arguments as an object; what cannot be read stays the text it is. */
function readOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function tagged(tag: string, text: string): string {
  return `<${tag}>\n${text}\n</${tag}>`;
}
