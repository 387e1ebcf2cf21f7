import { wellFormed } from "../../text/well-formed.ts";

const headShare = 0.75;

/** The beginning and the end of a long text, and between them a line about what is missing. */
export function shorten(text: string, limit: number, note: (missing: number) => string): string {
  if (text.length <= limit) return text;
  const head = Math.floor(limit * headShare);
  const tail = limit - head;
  const [first, last] = [wellFormed(text.slice(0, head)), wellFormed(text.slice(text.length - tail))];
  return `${first}\n\n[${note(text.length - limit)}]\n\n${last}`;
}
