import type { LengthUnit } from "../../../domain/platform.ts";

/** How long a text is where such a unit counts. */
export function lengthIn(text: string, unit: LengthUnit): number {
  if (unit === "utf16") return text.length;
  let length = 0;
  for (let at = 0; at < text.length;) {
    const point = text.codePointAt(at) ?? 0;
    length += pointLength(point, unit);
    at += point > 0xffff ? 2 : 1;
  }
  return length;
}

/** Where the text must end so that no more than `budget` units of it are taken; never inside a code point. */
export function reachOf(text: string, from: number, budget: number, unit: LengthUnit): number {
  let [at, left] = [from, budget];
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    left -= pointLength(point, unit);
    if (left < 0) return at;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}

function pointLength(point: number, unit: LengthUnit): number {
  switch (unit) {
    case "codepoint":
      return 1;
    case "utf16":
      return point > 0xffff ? 2 : 1;
    case "bytes":
      return bytesOf(point);
  }
}

function bytesOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point > 0xffff ? 4 : 3;
}
