/** Where the hooks of a session are: in which session of its line, and in which turn; empty between turns. */
export type HookPlace = { session_id: string; turn_id: string; readonly platform: string };

/** What every hook is told besides its own fields. */
export function placeOf({ session_id, turn_id, platform }: HookPlace): Readonly<HookPlace> {
  return { session_id, turn_id, platform };
}
