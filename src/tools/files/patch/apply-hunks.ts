import { restoreMasks } from "../../../safety/masks.ts";
import type { Hunk } from "./parse-patch.ts";
import { replaceText, type Replaced } from "./replace-text.ts";

export type Patched =
  | {
      readonly kind: "patched";
      readonly text: string;
      readonly strategies: readonly string[];
    }
  | { readonly kind: "no-hint"; readonly hint: string }
  | { readonly kind: "failed"; readonly hunk: Hunk; readonly text: string; readonly why: Problem };

type Problem = Exclude<Replaced, { kind: "replaced" }>;

/** All changes of one file, each behind the one before; a hint says where to look. */
export function applyHunks(file: string, hunks: readonly Hunk[]): Patched {
  let text = file;
  let from = 0;
  const strategies: string[] = [];
  for (const hunk of hunks) {
    const start = hunk.hint === null ? from : behindHint(text, hunk.hint, from);
    if (start === null) return { kind: "no-hint", hint: hunk.hint ?? "" };
    const result = hunk.old.length === 0 ? inserted(text, hunk, start) : replaceHunk(text, hunk, start);
    if (result.kind !== "replaced") return { kind: "failed", hunk, text, why: result };
    [text, from] = [result.text, result.end];
    strategies.push(result.strategy);
  }
  return { kind: "patched", text, strategies };
}

function replaceHunk(text: string, hunk: Hunk, from: number): Replaced {
  const [old, replacement] = [hunk.old, hunk.replacement].map((lines) => lines.map((line) => `${line}\n`).join(""));
  const asked = { old: old ?? "", replacement: replacement ?? "", all: false, wholeLines: true };
  const start = hunk.atEnd ? lastLines(text, hunk.old.length) : 0;
  const result = replaceText(text, { ...asked, from: Math.max(from, start), first: hunk.hint !== null });
  return result.kind === "missing" && hunk.hint === null && !hunk.atEnd ? replaceText(text, asked) : result;
}

/** Where the last lines begin. */
function lastLines(text: string, count: number): number {
  return lineStarts(text).at(-count) ?? 0;
}

/** The line that holds the hint, or null. Several hints lead to each other. */
function behindHint(text: string, hint: string, from: number): number | null {
  let at = from;
  for (const part of hint.split("\n")) {
    const found = lineHolding(text, part, at) ?? lineHolding(text, part, 0);
    if (found === null) return null;
    at = found;
  }
  return at;
}

/** A line that is the hint counts more than one that only has it. The hinted line may itself be quoted below. */
function lineHolding(text: string, hint: string, from: number): number | null {
  const starts = lineStarts(text).filter((start) => start >= from);
  const lineFrom = (start: number): string => text.slice(start, endOfLine(text, start));
  const exact = starts.find((start) => lineFrom(start).trim() === hint);
  return exact ?? starts.find((start) => lineFrom(start).includes(hint)) ?? null;
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)].filter((start) => start < text.length);
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

/** Lines without any around them: behind the hint, or at the end of the file. */
function inserted(text: string, { replacement, hint }: Hunk, start: number): Replaced {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = replacement.map((line) => line + lineEnd).join("");
  const at = hint === null ? text.length : Math.min(text.length, endOfLine(text, start) + 1);
  const isOpen = at > 0 && text[at - 1] !== "\n"; // the last line has no end
  const put = isOpen ? lineEnd + lines.slice(0, -lineEnd.length) : lines;
  const part = { start: at, end: at + put.length };
  const repaired = restoreMasks(text.slice(0, at) + put + text.slice(at), text, [part]);
  if (repaired.kind === "refused") return { kind: "mask", line: repaired.line, mask: repaired.mask };
  const end = repaired.text.length - (text.length - at);
  return { kind: "replaced", text: repaired.text, strategy: "exact", replacements: 1, end };
}
