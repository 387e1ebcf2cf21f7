import { stripVTControlCharacters } from "node:util";

const controls = /[^\P{Cc}\n\t]/gu; // every control character but line feed and tab

/** Text of others, safe to print: no escape sequence of theirs reaches the terminal. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text.replaceAll("\r\n", "\n")).replaceAll(controls, "");
}

/** The same on one line of at most `most` characters. */
export function plainLine(text: string, most: number): string {
  const line = plainText(text).replaceAll(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}
