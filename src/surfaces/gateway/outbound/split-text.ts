import type { LengthUnit } from "../../../domain/platform.ts";
import { codeMarks, type Fence, type FenceLine, type Stretch } from "./code-marks.ts";
import { lengthIn, reachOf } from "./length-in.ts";

export type SplitLimits = {
  readonly limit: number;
  readonly unit: LengthUnit;
  /** How long a part is once it is spelled as the platform wants it; as it stands unless told. */
  readonly spelledLength?: (part: string) => number;
};

/** A message's worth of a text: what to send, and which stretch of the text that is. Stretches leave nothing out. */
export type Part = Stretch & { readonly text: string };

/** Kept free in every part for its number. */
const numberRoom = 10;
const closerRoom = 17;
/** Where less fits into a message, marks around the text would leave no room for it: it is only cut. */
export const smallestMarked = 300;

/**
 * A Markdown text in parts that fit. They end at a line, else at a word, else between characters; a fenced block that
 * is open at the end of a part is closed there and opened again in the next. Blank parts are left out.
 */
export function splitText(text: string, limits: SplitLimits): readonly Part[] {
  const isMarked = limits.limit >= smallestMarked;
  const { fences, spans } = isMarked ? codeMarks(text) : { fences: [], spans: [] };
  const page: Page = { text, limits, isMarked, fences, fence: walker(fences), span: walker(spans) };
  const parts: Part[] = [];
  let [start, open]: [number, Fence | null] = [0, null];
  while (start < text.length) {
    const part = fittingPart(page, start, open);
    addPart(parts, part, text);
    open = part.open;
    start = part.end;
  }
  return parts;
}

type Page = {
  readonly text: string;
  readonly limits: SplitLimits;
  readonly isMarked: boolean;
  readonly fences: readonly FenceLine[];
  readonly fence: Walker<FenceLine>;
  readonly span: Walker<Stretch>;
};

type OpenPart = Part & { readonly open: Fence | null };

/** Escapes make a text longer than it is: then less of it is taken, until it fits or is a single character. */
function fittingPart(page: Page, start: number, open: Fence | null): OpenPart {
  const { limit: most, spelledLength } = page.limits;
  for (let limit = most; ;) {
    const part = partWithin(page, start, open, limit);
    const isWhole = start === 0 && part.end === page.text.length;
    const room = isWhole || !page.isMarked ? most : most - numberRoom;
    const length = spelledLength?.(part.text) ?? 0;
    if (length <= room || limit <= 1) return part;
    limit = Math.max(1, Math.min(limit - 1, Math.floor((limit * room) / length)));
  }
}

function partWithin(page: Page, start: number, open: Fence | null, limit: number): OpenPart {
  const { text, isMarked, fences, fence } = page;
  const { unit } = page.limits;
  const opener = open?.opener ?? "";
  const room = limit - lengthIn(opener, unit);
  const isLast = fitsWhole(text, start, { limit: start === 0 || !isMarked ? room : room - numberRoom, unit }, fences);
  const budget = isMarked ? room - numberRoom - (fences.length > 0 ? closerRoom : 0) : room;
  const reach = Math.max(reachOf(text, start, budget, unit), start + pointAt(text, start));
  const end = isLast ? text.length : cutBefore(page, start, reach);
  const next = openAt(end, fence);
  return { start, end, text: `${opener}${closed(bodyOf(text, start, end), next)}`, open: next };
}

function fitsWhole(text: string, start: number, { limit, unit }: SplitLimits, fences: readonly FenceLine[]): boolean {
  const last = fences.at(-1)?.opens ?? null;
  const closer = last === null ? 0 : lengthIn(`\n${last.closer}`, unit);
  return reachOf(text, start, limit - closer, unit) === text.length;
}

/** Puts something at the end of a part without spoiling the fence it may end with. */
export function appended(text: string, mark: string): string {
  const body = text.trimEnd();
  const endsWithFence = /(?:^|\n)[ \t]*(?:`{3,}|~{3,})$/.test(body.slice(-40));
  return endsWithFence ? `${body}\n${mark.trimStart()}` : body + mark;
}

type Walker<Item> = (position: number) => Item | null;

/** The last item that starts before a position. Positions are asked for in about rising order. */
function walker<Item extends Stretch>(items: readonly Item[]): Walker<Item> {
  let index = -1;
  return (position) => {
    while ((items[index + 1]?.start ?? Infinity) < position) index++;
    while (index >= 0 && (items[index]?.start ?? 0) >= position) index--;
    return items[index] ?? null;
  };
}

function cutBefore(page: Page, start: number, reach: number): number {
  const wanted = outsideOfSpan(page, start, wordEnd(page.text, start, reach));
  const line = page.fence(wanted);
  if (line === null) return withCloser(page, wanted);
  if (line.start <= start) return withCloser(page, Math.max(wanted, line.end)); // a fence is short enough to be in reach
  const endsWithOpener = line.opens !== null && wanted === line.end;
  return wanted < line.end || endsWithOpener ? line.start : withCloser(page, wanted);
}

/** A closing fence that comes next takes the place of the one we would write. */
function withCloser({ fence }: Page, end: number): number {
  const next = fence(end + 1);
  const isOpen = (fence(end)?.opens ?? null) !== null;
  return isOpen && next !== null && next.start === end && next.end - next.start < closerRoom ? next.end : end;
}

/** The last line end, else the last blank, unless it leaves most of the part empty; else between two characters. */
function wordEnd(text: string, start: number, reach: number): number {
  const enough = start + (reach - start) / 4;
  const taken = text.slice(start, reach); // a search must not run on before the part
  const line = start + taken.lastIndexOf("\n") + 1;
  if (line > enough) return line;
  const blank = start + taken.lastIndexOf(" ") + 1;
  return blank > enough ? blank : characterEnd(text, start, reach);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const longestGrapheme = 64;

/** Flags and joined pictures stay whole where they fit at all. */
function characterEnd(text: string, start: number, reach: number): number {
  const around = graphemes.segment(text.slice(start, reach + longestGrapheme)).containing(reach - start);
  const begin = start + (around?.index ?? 0);
  return begin > start ? begin : reach;
}

function outsideOfSpan({ span }: Page, start: number, end: number): number {
  const around = span(end);
  return around !== null && end < around.end && around.start > start ? around.start : end;
}

function openAt(end: number, fence: Walker<FenceLine>): Fence | null {
  const line = fence(end);
  return line !== null && line.end <= end ? line.opens : null;
}

/** The line feed at which a part ends is not sent; the next message begins a line anyway. */
function bodyOf(text: string, start: number, end: number): string {
  const isFeed = text[end - 1] === "\n" && end < text.length;
  return text.slice(start, isFeed ? end - 1 : end);
}

function closed(body: string, open: Fence | null): string {
  return open === null ? body : `${body}${body.endsWith("\n") ? "" : "\n"}${open.closer}`;
}

function addPart(parts: Part[], part: OpenPart, text: string): void {
  const before = parts.at(-1);
  const isBlank = text.slice(part.start, part.end).trim() === "";
  if (!isBlank) return void parts.push({ start: before?.end ?? 0, end: part.end, text: part.text });
  if (before !== undefined) parts[parts.length - 1] = { ...before, end: part.end };
}

function pointAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
