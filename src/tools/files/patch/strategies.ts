import { mapText, type MappedText } from "../../../text/mapped-text.ts";
import { foldForm, foldTypography } from "./fold.ts";

/** A part of a text, from `start` to before `end`. */
export type Span = { readonly start: number; readonly end: number };

/** Where a quoted text stands, and what of the quotation and its replacement counts. */
export type Found = {
  readonly spans: readonly Span[];
  readonly old: string;
  readonly revise: (replacement: string) => string;
};

/** A way to find quoted text that was not quoted letter by letter. It may forgive form, never words. */
export type Strategy = { readonly name: string; readonly find: (text: string, old: string) => Found };

/** In the order they are tried. */
export const strategies: readonly Strategy[] = [
  { name: "exact", find: (text, old) => asQuoted(occurrences(text, old), old) },
  { name: "line-trimmed", find: (text, old) => asQuoted(matchingLines(text, old, trimmed), old) },
  { name: "whitespace-collapsed", find: (text, old) => asQuoted(inFolded(text, old, collapseRuns), old) },
  { name: "indentation-ignored", find: (text, old) => asQuoted(matchingLines(text, old, trimmedAndCollapsed), old) },
  { name: "unescaped", find: unescaped },
  { name: "boundary-trimmed", find: boundaryTrimmed },
  { name: "typography-folded", find: typographyFolded },
];

function asQuoted(spans: readonly Span[], old: string): Found {
  return { spans, old, revise: (replacement) => replacement };
}

function occurrences(text: string, part: string): readonly Span[] {
  const spans: Span[] = [];
  if (part === "") return spans;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    spans.push({ start: at, end: at + part.length });
  }
  return spans;
}

type SameLine = (line: string, index: number, count: number) => string;

/** Runs of whole lines that equal the quoted ones, once both are brought into one form. */
function matchingLines(text: string, old: string, form: SameLine): readonly Span[] {
  const whole = old.endsWith("\n");
  const wanted = (whole ? old.slice(0, -1) : old).split("\n");
  const forms = wanted.map((line, index) => form(line, index, wanted.length));
  const lines = text.split("\n");
  const starts = startsOf(lines);
  const spans: Span[] = [];
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    if (!forms.every((line, index) => form(lines[at + index] ?? "", index, wanted.length) === line)) continue;
    const last = at + wanted.length - 1;
    const end = (starts[last] ?? 0) + (lines[last]?.length ?? 0);
    spans.push({ start: starts[at] ?? 0, end: whole ? Math.min(end + 1, text.length) : end });
    at = last;
  }
  return spans;
}

function startsOf(lines: readonly string[]): readonly number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

function trimmed(line: string): string {
  return line.trim();
}

function trimmedAndCollapsed(line: string): string {
  return line.trim().replaceAll(/[ \t]+/g, " ");
}

function collapseRuns(text: string): MappedText {
  return mapText(text, /[ \t]+/g, () => " ");
}

/** Exact, in a text from which every found place leads back. */
function inFolded(text: string, old: string, fold: (text: string) => MappedText): readonly Span[] {
  const folded = fold(text);
  return occurrences(folded.text, fold(old).text).flatMap((span) => {
    const [start, end] = [folded.source(span.start), folded.source(span.end)];
    return start === null || end === null ? [] : [{ start, end }];
  });
}

/** The model wrote `\n` and `\t` where it meant the characters. Its replacement is read the same way if it is like that throughout. */
function unescaped(text: string, old: string): Found {
  const meant = unescape(old);
  const throughout = !old.includes("\n");
  return {
    spans: meant === old ? [] : occurrences(text, meant),
    old: meant,
    revise: (replacement) => (throughout && !replacement.includes("\n") ? unescape(replacement) : replacement),
  };
}

function unescape(text: string): string {
  return text.replaceAll("\\r\\n", "\n").replaceAll("\\n", "\n").replaceAll("\\t", "\t");
}

/** Blank lines around the quotation do not count, nor the space around its first and last line. */
function boundaryTrimmed(text: string, old: string): Found {
  const bare = withoutBlankEdges(old);
  return { spans: matchingLines(text, bare, edgesTrimmed), old: bare, revise: withoutBlankEdges };
}

function edgesTrimmed(line: string, index: number, count: number): string {
  return index === 0 || index === count - 1 ? line.trim() : line;
}

function withoutBlankEdges(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, "").replace(/(?:\n[ \t]*)+$/, "");
}

function typographyFolded(text: string, old: string): Found {
  const spans = inFolded(text, old, foldTypography);
  if (spans.length > 0) return asQuoted(spans, old);
  return asQuoted(
    matchingLines(text, old, (line) => foldForm(line.trim()).text),
    old,
  );
}
