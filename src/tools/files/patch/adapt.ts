import type { MappedText } from "../../../text/mapped-text.ts";
import { compareLines } from "../../../text/unified-diff.ts";
import { foldForm } from "./fold.ts";
import { indentOf, reindenter } from "./indentation.ts";

const enoughToTell = 200_000; // characters of a file that show how it is indented

export type Region = {
  /** The matched text of the file, and the text around it. */
  readonly actual: string;
  readonly atLineStart: boolean;
  readonly file: string;
};

/**
 * A replacement in the form of the text it replaces. Lines the model left as it quoted them stay as the file has them,
 * to the last space and quote; changed ones keep what of them is unchanged; new ones get the file's indentation.
 */
export function adapt(region: Region, quoted: string, replacement: string): string {
  const [actual, old, sent] = [region.actual, quoted, replacement].map((text) => text.split("\n"));
  if (actual === undefined || old === undefined || sent === undefined || actual.length !== old.length)
    return replacement;
  const indent = reindenter(
    pairsOf(region, actual, old),
    [...old, ...sent],
    region.file.slice(0, enoughToTell).split("\n"),
  );
  const lines: string[] = [];
  const removed: Before[] = []; // lines of the region whose changed form may follow
  let at = 0;
  for (const { sign, line } of compareLines(old, sent)) {
    if (sign === "+") lines.push(changedLine(removed.shift() ?? null, line, indent));
    else if (sign === "-") removed.push({ actual: actual[at] ?? "", old: line });
    else {
      lines.push(actual[at] ?? line);
      removed.length = 0;
    }
    if (sign !== "+") at += 1;
  }
  return lines.join("\n");
}

function pairsOf({ atLineStart }: Region, actual: readonly string[], old: readonly string[]) {
  return old
    .map((line, index) => ({ line, quoted: indentOf(line), actual: indentOf(actual[index] ?? "") }))
    .filter(({ line }, index) => line.trim() !== "" && (index > 0 || atLineStart));
}

type Before = { readonly actual: string; readonly old: string };

function changedLine(before: Before | null, sent: string, indent: (indent: string) => string): string {
  if (sent.trim() === "") return sent;
  const own = indentOf(sent);
  const body = sent.slice(own.length);
  if (before === null) return indent(own) + body;
  const margin = indentOf(before.old) === own ? indentOf(before.actual) : indent(own);
  return margin + keepUnchanged(before, body);
}

/** The beginning and the end that the model did not touch, as the file has them. */
function keepUnchanged(before: Before, sent: string): string {
  const [line, now] = [before.actual.trim(), sent.trimEnd()];
  const [from, to] = [foldForm(line), foldForm(now)];
  if (foldForm(before.old.trim()).text !== from.text) return sent;
  const head = commonHead(from, to);
  const tail = commonTail(from, to, head);
  const [start, end] = [placesIn(from, head, tail), placesIn(to, head, tail)];
  const behind = trailing(tail > 0 ? before.actual : sent);
  return line.slice(0, start.head) + now.slice(end.head, end.tail) + line.slice(start.tail) + behind;
}

/** How many characters two folded lines begin with in common, ending where both lead back to a place. */
function commonHead(a: MappedText, b: MappedText): number {
  let head = 0;
  while (head < a.text.length && head < b.text.length && a.text[head] === b.text[head]) head += 1;
  while (a.source(head) === null || b.source(head) === null) head -= 1;
  return head;
}

function commonTail(a: MappedText, b: MappedText, head: number): number {
  const most = Math.min(a.text.length, b.text.length) - head;
  let tail = 0;
  while (tail < most && a.text.at(-1 - tail) === b.text.at(-1 - tail)) tail += 1;
  while (a.source(a.text.length - tail) === null || b.source(b.text.length - tail) === null) tail -= 1;
  return tail;
}

function placesIn({ text, source }: MappedText, head: number, tail: number) {
  return { head: source(head) ?? 0, tail: source(text.length - tail) ?? 0 };
}

function trailing(line: string): string {
  return line.slice(line.trimEnd().length);
}
