import type { AgentEvent } from "../../../domain/event.ts";
import { type Action, reduce } from "../reduce.ts";
import type { Screen } from "../screen.ts";

/** Something that happened once, and when (epoch milliseconds). "over": the turn is, and nobody knows how it ended. */
export type Beat = { readonly atMs: number; readonly action: Action | { readonly type: "over" } };

/** The screen after it. */
export function played(screen: Screen, { action }: Beat, nowMs: number): Screen {
  return action.type === "over" ? { ...screen, turn: null } : reduce(screen, action, nowMs);
}

export function eventBeat(atMs: number, event: AgentEvent): Beat {
  return { atMs, action: { type: "event", event } };
}

export function beginsTurn({ action }: Beat): boolean {
  return action.type === "asked";
}
