import type { Source } from "./read-source.ts";

const headShare = 0.7;
const tailShare = 0.2;

/** Beginning and end of a text that is too long, with a line between that says so. A char is a code point. */
export function cutSource({ head, tail, chars }: Source, label: string, cap: number): string {
  if (chars <= cap && head === tail) return head;
  const first = firstChars(head, Math.floor(cap * headShare));
  const last = lastChars(tail, Math.floor(cap * tailShare));
  const kept = `${Array.from(first).length}+${Array.from(last).length}`;
  return `${first}\n\n${marker(label, kept, chars)}\n\n${last}`;
}

/** The beginning alone. */
export function cutHead({ head, tail, chars }: Source, label: string, cap: number): string {
  if (chars <= cap && head === tail) return head;
  return `${firstChars(head, cap)}\n\n${marker(label, String(cap), chars)}`;
}

function marker(label: string, kept: string, chars: number): string {
  return `[...truncated ${label}: kept ${kept} of ${chars} chars. Use file tools to read the full file.]`;
}

/** Two units hold at least one char, so that much is all that has to be looked at. */
function firstChars(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join("");
}

function lastChars(text: string, count: number): string {
  return count === 0
    ? ""
    : Array.from(text.slice(-2 * count))
        .slice(-count)
        .join("");
}
