import type { AgentEvent, Emit } from "../../domain/event.ts";
import { placeOf, type HookPlace } from "./hook-place.ts";
import type { HookRunner } from "./hook-runner.ts";

/** Hooks that hear what the session emits anyway. Nothing is done here but putting it into their queues. */
export function pluginEventHooks(runner: HookRunner, place: HookPlace): Emit {
  return (event) => {
    if (event.type === "session.started") place.session_id = event.info.sessionId;
    hear(event, placeOf(place), runner);
    if (event.type === "compression.finished") follow(event.record, place);
    if (event.type === "turn.finished") place.turn_id = "";
  };
}

type Around = Readonly<HookPlace>;

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
  { id, goal, phase, note, child }: Extract<AgentEvent, { type: "subagent.changed" }>,
  around: Around,
  runner: HookRunner,
): void {
  const about = { ...around, id, goal, role: child?.role ?? "leaf" };
  if (phase === "started") runner.tell("subagent_start", () => about);
  if (phase !== "ended") return;
  const end = { status: note, summary: child?.summary ?? "", child_session_id: child?.sessionId ?? null };
  runner.tell("subagent_stop", () => ({ ...about, ...end }));
}

/** The conversation goes on in another session. */
function follow({ child_session_id: next }: Readonly<Record<string, unknown>>, place: HookPlace): void {
  if (typeof next === "string") place.session_id = next;
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
