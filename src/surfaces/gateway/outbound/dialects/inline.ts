import { codeMarks, type Stretch } from "../code-marks.ts";

/** One line of Markdown, taken apart. */
export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: Emphasis; readonly inside: readonly Inline[] }
  | { readonly kind: "link"; readonly label: string; readonly url: string };

export type Emphasis = "bold" | "italic" | "strike";

/** What is not surely markup stays text. */
export function inlineOf(line: string): readonly Inline[] {
  const codes = new Map(codeMarks(line).spans.map((span) => [span.start, span.end]));
  return read({ line, codes }, { start: 0, end: line.length }, []);
}

type Line = { readonly line: string; readonly codes: ReadonlyMap<number, number> };
type Found = { readonly token: Inline; readonly end: number };

/** A search that found nothing finds nothing later on: without this, hostile lines would cost their square. */
type Reading = Line & { readonly within: Stretch; readonly around: readonly Emphasis[]; readonly vain: Set<string> };

/** Each stretch is read once for every kind of emphasis around it, and there are three. */
function read(line: Line, within: Stretch, around: readonly Emphasis[]): readonly Inline[] {
  const reading: Reading = { ...line, within, around, vain: new Set() };
  const tokens: Inline[] = [];
  let plain = within.start;
  for (let at = within.start; at < within.end;) {
    const found = tokenAt(reading, at);
    if (found === null) {
      at += 1;
      continue;
    }
    if (at > plain) tokens.push({ kind: "text", text: line.line.slice(plain, at) });
    tokens.push(found.token);
    at = found.end;
    plain = at;
  }
  if (plain < within.end) tokens.push({ kind: "text", text: line.line.slice(plain, within.end) });
  return tokens;
}

function tokenAt(reading: Reading, at: number): Found | null {
  switch (reading.line[at]) {
    case "`":
      return codeAt(reading, at);
    case "[":
      return linkAt(reading, at);
    case "*":
    case "_":
    case "~":
      return emphasisAt(reading, at);
    default:
      return null;
  }
}

function codeAt({ line, codes }: Line, at: number): Found | null {
  const end = codes.get(at);
  if (end === undefined) return null;
  const whole = line.slice(at, end);
  const ticks = /^`+/.exec(whole)?.[0].length ?? 1;
  const inner = whole.slice(ticks, -ticks);
  return { token: { kind: "code", text: /^ .*[^ ].* $/.test(inner) ? inner.slice(1, -1) : inner }, end };
}

const link = /\[([^[\]\n]{1,500})\]\(((?:https?:\/\/|mailto:)[^\s()<>]{1,2000})\)/y;

function linkAt({ line, within }: Reading, at: number): Found | null {
  link.lastIndex = at;
  const [whole = "", label = "", url = ""] = link.exec(line) ?? [];
  const end = at + whole.length;
  return whole === "" || end > within.end ? null : { token: { kind: "link", label, url }, end };
}

const marks = [
  ["**", "bold"],
  ["__", "bold"],
  ["~~", "strike"],
  ["*", "italic"],
  ["_", "italic"],
] as const;
const wordLike = /[\p{L}\p{N}*_~]/u;

function emphasisAt(reading: Reading, at: number): Found | null {
  const [mark, kind] = marks.find(([each]) => reading.line.startsWith(each, at)) ?? [];
  if (mark === undefined || kind === undefined || reading.around.includes(kind) || reading.vain.has(mark)) return null;
  const begin = at + mark.length;
  if (isWordLike(reading, at - 1) || isBlank(reading, begin)) return null;
  const close = closeOf(reading, mark, begin);
  if (close === null) {
    reading.vain.add(mark);
    return null;
  }
  const inside = read(reading, { start: begin, end: close }, [...reading.around, kind]);
  return { token: { kind, inside }, end: close + mark.length };
}

/** The next place where the mark ends a word and no word goes on; code is jumped over. */
function closeOf(reading: Reading, mark: string, from: number): number | null {
  const { line, within, codes } = reading;
  for (let at = from; at + mark.length <= within.end; at++) {
    at = codes.get(at) ?? at;
    if (!line.startsWith(mark, at) || at + mark.length > within.end) continue;
    if (at > from && !isBlank(reading, at - 1) && !isWordLike(reading, at + mark.length)) return at;
  }
  return null;
}

function isWordLike({ line, within }: Reading, at: number): boolean {
  return at >= within.start && at < within.end && wordLike.test(line[at] ?? "");
}

function isBlank({ line, within }: Reading, at: number): boolean {
  return at < within.start || at >= within.end || (line[at] ?? "").trim() === "";
}
