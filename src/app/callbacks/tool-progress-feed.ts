import type { AgentEvent } from "../../domain/event.ts";
import { textOf } from "../../domain/message.ts";
import { AskedCalls } from "./asked-calls.ts";
import type { Feed } from "./callbacks.ts";

export type ToolProgress = [
  event: "tool.started" | "tool.completed" | "reasoning.available",
  /** `_thinking` for the text of a step. */
  name: string,
  preview: string,
  args: string,
  extra?: { readonly duration: number; readonly is_error: boolean; readonly result: string },
];

const longestText = 500;

/** Calls as they start and end, and what the model says beside them. Blocked and skipped calls are not told. */
export function toolProgressFeed(report: (...progress: ToolProgress) => void): Feed {
  const asked = new AskedCalls();
  const started = new Set<string>();
  const finish = (event: Extract<AgentEvent, { type: "tool.finished" }>): void => {
    if (!started.delete(event.callId)) return;
    const { name, arguments: args } = asked.of(event);
    const extra = { duration: event.durationMs / 1_000, is_error: !event.ok, result: textOf(event.result.content) };
    report("tool.completed", name, "", args, extra);
  };
  return (event) => {
    asked.hear(event);
    switch (event.type) {
      case "reply.stored": {
        const text = event.reply.content.trim();
        return text === "" ? undefined : report("reasoning.available", "_thinking", text.slice(0, longestText), "");
      }
      case "tool.started": {
        const { id, function: called } = event.call;
        started.add(id);
        return report("tool.started", called.name, event.preview, called.arguments);
      }
      case "tool.finished":
        return finish(event);
      default:
        return undefined;
    }
  };
}
