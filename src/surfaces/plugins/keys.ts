import type { ScreenKey } from "./screen.ts";

const escape = "\u001B";
const sequences = new RegExp(`${escape}(?:\\[[0-9;]*[A-Za-z~]|O[A-Z])|[^]`, "g");

const meanings: Readonly<Record<string, ScreenKey>> = {
  "\u001B[A": "up",
  "\u001BOA": "up",
  k: "up",
  "\u001B[B": "down",
  "\u001BOB": "down",
  j: "down",
  "\t": "next-part",
  " ": "toggle",
  x: "toggle",
  "\r": "save",
  "\n": "save",
  "\u001B": "leave",
  q: "leave",
  "\u0003": "leave", // Ctrl+C
  "\u0004": "leave", // Ctrl+D
};

/** The keys in what a terminal sent at once. */
export function keysIn(bytes: string): readonly ScreenKey[] {
  return (bytes.match(sequences) ?? []).map((key) => meanings[key] ?? "other");
}
