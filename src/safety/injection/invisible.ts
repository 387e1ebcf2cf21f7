import { isAscii } from "./is-ascii.ts";

const flag = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}`;
const always = String.raw`\u200B\u2060-\u2064\u206A-\u206F\u202A-\u202E\u2066-\u2069\u034F\u115F\u1160\u180E\u3164\uFFA0\uFEFF`;
const selectors = String.raw`\uFE00-\uFE0F\u{E0100}-\u{E01EF}`;
const suspects = new RegExp(`${flag}|[${always}\\u200C\\u200D\\u{E0000}-\\u{E007F}]|[${selectors}]+`, "gu");

const emoji = /\p{Extended_Pictographic}/u;
const emojiDress = /\uFE0F|\p{Emoji_Modifier}/u;
const joining =
  /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Sinhala}/u;
const selectable = /\p{Emoji}|\p{Extended_Pictographic}|\p{Ideographic}|\p{S}|\p{Script=Mongolian}|\p{Script=Myanmar}/u;

const mostListed = 5;

/** Finding ids for characters that nobody sees, on the text as read: one per code point, sorted, a handful at most. */
export function invisibleIn(raw: string): readonly string[] {
  if (isAscii(raw)) return [];
  const points = new Set<number>();
  for (const { 0: found, index } of raw.matchAll(suspects)) {
    const point = found.codePointAt(0) ?? 0;
    if (isHidden(found, point, raw, index)) points.add(point);
  }
  const ids = [...points].toSorted((a, b) => a - b).map((point) => `invisible_unicode_U+${hex(point)}`);
  return ids.length > mostListed ? [...ids.slice(0, mostListed), "invisible_unicode_more"] : ids;
}

function isHidden(found: string, point: number, raw: string, index: number): boolean {
  if (point === 0x1f3f4) return false; // a whole flag
  if (point === 0xfeff) return index > 0; // at the start it only marks the encoding
  if (point === 0x200c || point === 0x200d) return !joinsRightly(point, raw, index);
  if (isSelector(point)) return Array.from(found).length > 1 || !selectable.test(charBefore(raw, index));
  return true;
}

function joinsRightly(point: number, raw: string, index: number): boolean {
  const before = charBefore(raw, index);
  const after = charAt(raw, index + 1);
  if (joining.test(before) && joining.test(after)) return true;
  if (point !== 0x200d || !emoji.test(after)) return false;
  const base = emojiDress.test(before) ? charBefore(raw, index - before.length) : before;
  return emoji.test(base);
}

function isSelector(point: number): boolean {
  return (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);
}

function charBefore(text: string, index: number): string {
  const start = /[\uDC00-\uDFFF]/.test(text.charAt(index - 1)) ? index - 2 : index - 1;
  return start < 0 ? "" : text.slice(start, index);
}

function charAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? "" : String.fromCodePoint(point);
}

function hex(point: number): string {
  return point.toString(16).toUpperCase().padStart(4, "0");
}
