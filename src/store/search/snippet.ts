import { stripVTControlCharacters } from "node:util";
import { type Message, shownText } from "../../domain/message.ts";
import type { SearchQuery } from "./query.ts";

const charsBefore = 60;
const charsAfter = 140;

/** The words around the first thing that was looked for, marked `>>>` and `<<<`. */
export function snippetOf(message: Message, query: SearchQuery): string {
  const text = stripVTControlCharacters(shownText(message));
  const { start, end } = firstMatch(text, query);
  const from = Math.max(0, start - charsBefore);
  const to = Math.min(text.length, end + charsAfter);
  const marked = start === end ? "" : `>>>${text.slice(start, end)}<<<`;
  const line = `${from > 0 ? "…" : ""}${text.slice(from, start)}${marked}${text.slice(end, to)}${to < text.length ? "…" : ""}`;
  return line.replace(/\s+/gu, " ").toWellFormed().trim();
}

function firstMatch(text: string, query: SearchQuery): { readonly start: number; readonly end: number } {
  for (const { text: words, join } of query) {
    if (join === "NOT") continue;
    const pattern = words
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
      .join("[^\\p{L}\\p{N}]+");
    const found = new RegExp(pattern, "iu").exec(text);
    if (found !== null) return { start: found.index, end: found.index + found[0].length };
  }
  return { start: 0, end: 0 };
}
