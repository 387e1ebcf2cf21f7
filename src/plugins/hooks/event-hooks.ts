import type { AgentEvent, Emit } from "../../domain/event.ts";
import type { HookRunner } from "./hook-runner.ts";

/** Hooks that hear what the session emits anyway. Nothing is done here but putting it into their queues. */
export function pluginEventHooks(runner: HookRunner, platform: string): Emit {
  const known = { session_id: "", turn_id: "", platform };
  return (event) => {
    if (event.type === "session.started") known.session_id = event.info.sessionId;
    hear(event, known, runner);
  };
}

type Around = { readonly session_id: string; readonly turn_id: string; readonly platform: string };

function hear(event: AgentEvent, around: Around, runner: HookRunner): void {
  switch (event.type) {
    case "text.delta":
      return runner.tell("on_stream_delta", () => ({ ...around, delta: event.text, kind: "text" }));
    case "reasoning.delta":
      return runner.tell("on_stream_delta", () => ({ ...around, delta: event.text, kind: "reasoning" }));
    case "compression.finished":
      return runner.tell("on_session_compress", () => compressed(event.record, around));
    case "subagent.changed":
      return hearChild(event, around, runner);
    default:
      return undefined;
  }
}

function hearChild(
  { id, goal, phase, note }: Extract<AgentEvent, { type: "subagent.changed" }>,
  around: Around,
  runner: HookRunner,
): void {
  const child = { ...around, id, goal };
  if (phase === "started") runner.tell("subagent_start", () => child);
  if (phase === "ended") runner.tell("subagent_stop", () => ({ ...child, status: note }));
}

function compressed(record: Readonly<Record<string, unknown>>, around: Around) {
  return {
    ...around,
    reason: record["trigger"],
    old_session_id: record["session_id"] ?? around.session_id,
    new_session_id: record["child_session_id"] ?? null,
    outcome: record["outcome"],
  };
}
