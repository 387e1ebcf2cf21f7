import type { TalkWorld } from "../talk-world.ts";
import type { LiveSessions } from "./live-sessions.ts";
import type { TurnSlots } from "./turn-slots.ts";

/** What all conversations have together. */
export type Common = {
  readonly world: TalkWorld;
  readonly slots: TurnSlots;
  readonly live: LiveSessions;
  /** Ends with the gateway. */
  readonly signal: AbortSignal;
  readonly isDraining: () => boolean;
  /** Whether destructive commands ask first. */
  confirms: boolean;
};
