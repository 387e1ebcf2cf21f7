import { blockersIn, type ScanScope } from "../../safety/injection/scanner.ts";
import type { Source } from "./read-source.ts";

/** The ids for which a file may not be used. What is scanned is all that could be shown of it. */
export function blockersOf({ head, tail }: Source, scope: ScanScope): readonly string[] {
  return blockersIn(head === tail ? head : `${head}\n${tail}`, scope);
}

export function blockedMarker(label: string, ids: readonly string[]): string {
  return `[BLOCKED: ${label} contained potential prompt injection (${ids.join(", ")}). Content not loaded.]`;
}

const longestLabel = 120;

/** Names are somebody else's text too: one line, short, and none that gives orders. */
export function labelOf(path: string): string {
  const line = path.replaceAll("\\", "/").replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "");
  const words = line.replaceAll(/[/_-]/g, " ");
  if ([line, words].some((text) => blockersIn(text, "context").length > 0)) return "[blocked name]";
  return Array.from(line).slice(0, longestLabel).join("").toWellFormed();
}
