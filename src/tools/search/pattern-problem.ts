import type { SearchAnswer } from "./engine.ts";

const nestedRepeat = /\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]/;

/** Why a pattern cannot be searched for by JavaScript's own engine, with the place, or null. */
export function patternProblem(pattern: string): Extract<SearchAnswer<never>, { kind: "bad-pattern" }> | null {
  try {
    RegExp(pattern);
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^.*: /s, "") : String(error);
    return { kind: "bad-pattern", message, position: wrongPlace(pattern) };
  }
  const nested = nestedRepeat.exec(pattern);
  if (nested === null) return null;
  return {
    kind: "bad-pattern",
    message: "a repeated group with a repetition in it takes too long",
    position: nested.index,
  };
}

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
