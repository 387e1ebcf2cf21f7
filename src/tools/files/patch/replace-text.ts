import { asSeen, restoreMasks } from "../../../safety/masks.ts";
import { composed, mapText, type MappedText } from "../../../text/mapped-text.ts";
import { adapt } from "./adapt.ts";
import { strategies, type Found, type Span, type Strategy } from "./strategies.ts";

export type Replacement = {
  readonly old: string;
  readonly replacement: string;
  readonly all: boolean;
  /** Only whole lines count, and not before `from`, a place in the file's text. */
  readonly wholeLines?: boolean;
  readonly from?: number;
  /** Of several places the first is meant. */
  readonly first?: boolean;
};

export type Replaced =
  | {
      readonly kind: "replaced";
      readonly text: string;
      readonly strategy: string;
      readonly replacements: number;
      /** Where the last new part ends in the new text. */
      readonly end: number;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "ambiguous"; readonly places: readonly number[] } // line numbers
  | { readonly kind: "escaped-quotes" }
  | { readonly kind: "mask"; readonly line: number; readonly mask: string };

const byteOrderMark = "\uFEFF";

/** Replaces quoted text in a file's text. Whatever lies outside the quotation stays as it is, byte for byte. */
export function replaceText(file: string, asked: Replacement): Replaced {
  const old = lineFeeds(asked.old).text;
  const view = viewOf(file);
  const match = findQuoted(view, old, asked);
  if (match === null) return { kind: "missing" };
  const { found, text, source, strategy } = match;
  const spans = asked.first === true ? found.spans.slice(0, 1) : found.spans;
  if (spans.length > 1 && !asked.all)
    return { kind: "ambiguous", places: spans.map(({ start }) => lineAt(text, start)) };
  const sent = found.revise(lineFeeds(asked.replacement).text);
  if (strategy !== "exact" && escapesQuotes(sent, spans.map(({ start, end }) => text.slice(start, end)).join("\n"))) {
    return { kind: "escaped-quotes" };
  }
  const pieces = spans.map((span) => pieceOf(span, { found, text, source, strategy, sent, file }));
  const { text: result, parts } = assemble(file, pieces, onlyLineEnds(found.old, sent));
  const repaired = restoreMasks(result, file, parts);
  if (repaired.kind === "refused") return { kind: "mask", line: repaired.line, mask: repaired.mask };
  const behind = file.length - (pieces.at(-1)?.to ?? file.length);
  const end = Math.max(0, repaired.text.length - behind);
  return { kind: "replaced", text: repaired.text, strategy, replacements: spans.length, end };
}

/** As it is searched: no byte order mark, plain line feeds, one at the end. */
function viewOf(file: string): MappedText {
  const mark = file.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const { text, source } = lineFeeds(file.slice(mark));
  return {
    text: text.endsWith("\n") ? text : `${text}\n`,
    source: (offset) => Math.min((source(offset) ?? file.length) + mark, file.length),
  };
}

function lineFeeds(text: string): MappedText {
  return mapText(text, /\r\n/g, () => "\n");
}

type Match = MappedText & { readonly found: Found; readonly strategy: string };

function findQuoted(view: MappedText, old: string, asked: Replacement): Match | null {
  const seen = asSeen(view.text, old);
  const [exact] = strategies;
  if (seen === null || exact === undefined) return firstMatch(view, old, strategies, asked);
  return firstMatch(view, old, [exact], asked) ?? firstMatch(composed(view, seen), old, strategies, asked);
}

function firstMatch(
  { text, source }: MappedText,
  old: string,
  tried: readonly Strategy[],
  { wholeLines = false, from = 0 }: Replacement,
): Match | null {
  for (const { name, find } of tried) {
    const found = find(text, old);
    const spans = found.spans.filter(
      (span) =>
        (!wholeLines || isWholeLines(text, span)) &&
        (source(span.start) ?? -1) >= from &&
        source(span.start) !== null &&
        source(span.end) !== null,
    );
    if (spans.length > 0) return { text, source, strategy: name, found: { ...found, spans } };
  }
  return null;
}

function isWholeLines(text: string, { start, end }: Span): boolean {
  const starts = start === 0 || text[start - 1] === "\n";
  return starts && (end === text.length || text[end] === "\n" || text[end - 1] === "\n");
}

type Piece = { readonly from: number; readonly to: number; readonly text: string };

function pieceOf(
  { start, end }: Span,
  { found, text, source, strategy, sent, file }: Match & { readonly sent: string; readonly file: string },
): Piece {
  const [from, to] = [source(start) ?? 0, source(end) ?? file.length];
  const actual = text.slice(start, end);
  const atLineStart = start === 0 || text[start - 1] === "\n";
  const formed = strategy === "exact" ? sent : adapt({ actual, atLineStart, file: text }, found.old, sent);
  const crlf = usesReturns(file.slice(from, to)) ?? usesReturns(file) ?? false;
  return { from, to, text: crlf ? formed.replaceAll("\n", "\r\n") : formed };
}

/** null: no line ends there. */
function usesReturns(text: string): boolean | null {
  const lines = text.split("\n").length - 1;
  return lines === 0 ? null : text.split("\r\n").length - 1 > lines / 2;
}

function assemble(file: string, pieces: readonly Piece[], lineEndsMeant: boolean) {
  let text = "";
  let done = 0;
  const parts: Span[] = [];
  for (const piece of pieces) {
    text += file.slice(done, piece.from);
    parts.push({ start: text.length, end: text.length + piece.text.length });
    text += piece.text;
    done = piece.to;
  }
  text += file.slice(done);
  return { text: lineEndsMeant ? text : withFinalLineEnd(text, file), parts };
}

/** The end of the file is not what anybody quotes: it keeps its last line feed, or its lack of one. */
function withFinalLineEnd(text: string, file: string): string {
  if (file.replace(byteOrderMark, "") === "" || text === "") return text;
  if (file.endsWith("\n") && !text.endsWith("\n")) return text + (file.endsWith("\r\n") ? "\r\n" : "\n");
  return !file.endsWith("\n") && text.endsWith("\n") ? text.replace(/\r?\n$/, "") : text;
}

function onlyLineEnds(old: string, sent: string): boolean {
  return old.replace(/\n+$/, "") === sent.replace(/\n+$/, "");
}

function escapesQuotes(sent: string, actual: string): boolean {
  return [String.raw`\"`, String.raw`\'`].some((quote) => sent.includes(quote) && !actual.includes(quote));
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
