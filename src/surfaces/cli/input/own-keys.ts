import { type KeyId, matchesKey } from "@earendil-works/pi-tui";

/** Keys that mean the same whatever is open. */
type AlwaysKey = "stop" | "end" | "suspend" | "edits";
/** Keys of the line that is being written. */
type LineKey = "search" | "palette" | "editor" | "picture";

const always = [
  ["ctrl+c", "stop"],
  ["ctrl+d", "end"],
  ["ctrl+z", "suspend"],
  ["shift+tab", "edits"],
] as const satisfies readonly (readonly [KeyId, AlwaysKey])[];

const ofTheLine = [
  ["ctrl+r", "search"],
  ["ctrl+p", "palette"],
  ["ctrl+g", "editor"],
  ["ctrl+v", "picture"],
  ["alt+v", "picture"],
] as const satisfies readonly (readonly [KeyId, LineKey])[];

export function alwaysKey(data: string): AlwaysKey | null {
  return always.find(([key]) => matchesKey(data, key))?.[1] ?? null;
}

export function lineKey(data: string): LineKey | null {
  return ofTheLine.find(([key]) => matchesKey(data, key))?.[1] ?? null;
}
