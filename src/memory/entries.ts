import { charsIn } from "../text/code-points.ts";

const delimiter = "\n§\n";

/**
 * The entries of a store file. A line that holds only the section sign stands between them, so no entry contains one
 * and what is joined again reads as the same entries.
 */
export function parseEntries(text: string): readonly string[] {
  const entries: string[][] = [[]];
  for (const line of text
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .split("\n")) {
    if (isSeparator(line)) entries.push([]);
    else entries.at(-1)?.push(line);
  }
  const trimmed = entries.map((lines) => lines.join("\n").trim()).filter((entry) => entry !== "");
  return [...new Set(trimmed)];
}

export function joinEntries(entries: readonly string[]): string {
  return entries.join(delimiter);
}

/** In code points, separators included. */
export function sizeOf(entries: readonly string[]): number {
  return entries.reduce((sum, entry) => sum + charsIn(entry), 0) + delimiter.length * Math.max(0, entries.length - 1);
}

/** Such as "67% — 1,474/2,200 chars". */
export function usageText(size: number, limit: number): string {
  const percent = Math.min(100, Math.floor((size / limit) * 100));
  return `${percent}% — ${withCommas(size)}/${withCommas(limit)} chars`;
}

export function isSeparator(line: string): boolean {
  return line.trim() === "§";
}

function withCommas(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
