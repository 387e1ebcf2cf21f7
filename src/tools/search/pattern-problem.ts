import type { SearchAnswer } from "./engine.ts";

const nestedRepeat = /\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]/;

/** Why a pattern cannot be searched for by JavaScript's own engine, with the place, or null. */
export function patternProblem(pattern: string): Extract<SearchAnswer<never>, { kind: "bad-pattern" }> | null {
  const message = complaint(pattern);
  if (message !== null) {
    return { kind: "bad-pattern", message, position: wrongPlace(pattern) ?? whereItBreaks(pattern, message) };
  }
  const nested = nestedRepeat.exec(pattern);
  if (nested === null) return null;
  return {
    kind: "bad-pattern",
    message: "a repeated group with a repetition in it takes too long",
    position: nested.index,
  };
}

function complaint(pattern: string): string | null {
  try {
    RegExp(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /s, "") : String(error);
  }
}

/** The engine names no place: it is the character with which the complaint first comes. */
function whereItBreaks(pattern: string, message: string): number | null {
  const ends = Array.from({ length: Math.min(pattern.length, longestLooked) }, (_, index) => index);
  return ends.find((end) => complaint(pattern.slice(0, end + 1)) === message) ?? null;
}

/** Where a pattern wants the end of a line; in a set, such as `[^\n]`, it mostly means anything else. */
export function lineEndIn(pattern: string): number | null {
  for (const { 0: text, index } of pattern.matchAll(piece)) if (text === "\\n" || text === "\n") return index;
  return null;
}

const longestLooked = 1_000;
const piece = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/g;
const repeatsNothing = /(?<=^|[(|])[*+]|(?<=^|\|)\?/;

/** The bracket that is not closed or not opened, or the repetition of nothing. */
export function wrongPlace(pattern: string): number | null {
  const open: number[] = [];
  for (const { 0: text, index } of pattern.matchAll(piece)) {
    if (text === "[" || text === "\\") return index; // whole sets and escapes are longer
    if (text === "(") open.push(index);
    if (text === ")" && open.pop() === undefined) return index;
  }
  return open.at(-1) ?? repeatsNothing.exec(pattern)?.index ?? null;
}
