import { isKeyRelease, matchesKey } from "@earendil-works/pi-tui";
import type { ReplayKey } from "./playback.ts";

const keys = [
  ["space", "pause"],
  ["right", "next"],
  ["q", "quit"],
  ["ctrl+c", "quit"],
  ["ctrl+d", "quit"],
  ["escape", "quit"],
] as const;

/** Null: it means nothing here. */
export function replayKey(data: string): ReplayKey | null {
  if (isKeyRelease(data)) return null;
  return keys.find(([key]) => matchesKey(data, key))?.[1] ?? null;
}
