/** What the token estimate counts in a text. Each is a number of things, not of characters, unless it says so. */
export type Feature =
  | "words" // runs of ASCII letters
  | "longLetters" // quarters of the letters beyond the 8th of a run
  | "digitTriples"
  | "punctuationRuns"
  | "punctuationRest" // further characters of those runs
  | "wideSpace" // white space with a line break, a tab, or two blanks
  | "han"
  | "kanaHangul"
  | "cyrillicGreek"
  | "rightToLeftIndic"
  | "otherScripts"
  | "astral"
  | "dense"; // characters of keys, digests and base64

/** One pass over the code units; every run is looked at once, one of letters and digits twice. */
export function countFeatures(text: string): Readonly<Record<Feature, number>> {
  const counts = {
    words: 0,
    longLetters: 0,
    digitTriples: 0,
    punctuationRuns: 0,
    punctuationRest: 0,
    wideSpace: 0,
    han: 0,
    kanaHangul: 0,
    cyrillicGreek: 0,
    rightToLeftIndic: 0,
    otherScripts: 0,
    astral: 0,
    dense: 0,
  };
  for (let at = 0; at < text.length;) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === foreign) {
      counts[scriptOf(text.charCodeAt(at))] += 1;
      at += 1;
    } else if (kind >= joiner) {
      at = countAlphanumeric(text, at, counts);
    } else {
      at = kind === space ? countSpace(text, at, counts) : countPunctuation(text, at, counts);
    }
  }
  return counts;
}

type Counts = Record<Feature, number>;

const denseLength = 16;
const shortWord = 8;

/** Kinds of characters, ordered so that one comparison tells letters, and one what base64 is made of. */
const [foreign, space, sign, joiner, digit, upper, lower] = [0, 1, 2, 3, 4, 5, 6] as const;

/** By code unit; what is not ASCII is foreign. */
const kinds = new Uint8Array(0x1_00_00);
for (let code = 0; code < 0x80; code++) kinds[code] = asciiKind(code);

function asciiKind(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return lower;
  if (code >= 0x41 && code <= 0x5a) return upper;
  if (code >= 0x30 && code <= 0x39) return digit;
  if (code === 0x2b || code === 0x2f) return joiner;
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) ? space : sign;
}

function kindOf(code: number): number {
  return kinds[code] ?? foreign;
}

/** Most runs are words, and of those one look is enough. */
function countAlphanumeric(text: string, start: number, counts: Counts): number {
  const { length } = text;
  let end = start;
  while (end < length && kindOf(text.charCodeAt(end)) >= upper) end += 1;
  if (end > start && (end === length || kindOf(text.charCodeAt(end)) < joiner)) {
    countWord(end - start, counts);
    return end;
  }
  while (end < length && kindOf(text.charCodeAt(end)) >= joiner) end += 1;
  if (isDense(text, start, end)) counts.dense += end - start;
  else countParts(text, start, end, counts);
  return end;
}

function countWord(letters: number, counts: Counts): void {
  counts.words += 1;
  if (letters > shortWord) counts.longLetters += (letters - shortWord) / 4;
}

function countParts(text: string, start: number, end: number, counts: Counts): void {
  for (let at = start; at < end;) {
    const kind = kindOf(text.charCodeAt(at));
    const from = at;
    at += 1;
    if (kind >= upper) {
      while (at < end && kindOf(text.charCodeAt(at)) >= upper) at += 1;
      countWord(at - from, counts);
    } else {
      while (at < end && kindOf(text.charCodeAt(at)) === kind) at += 1;
      if (kind === digit) counts.digitTriples += Math.ceil((at - from) / 3);
      else countSigns(text, from, at, counts);
    }
  }
}

/** Long, with a digit, and changing its kind of character at least once in four: nothing a vocabulary knows. */
function isDense(text: string, start: number, end: number): boolean {
  if (end - start < denseLength) return false;
  let changes = 0;
  let hasDigit = false;
  let before = kindOf(text.charCodeAt(start));
  for (let at = start; at < end; at++) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind !== before) changes += 1;
    if (kind === digit) hasDigit = true;
    before = kind;
  }
  return hasDigit && changes * 4 >= end - start;
}

function countSpace(text: string, start: number, counts: Counts): number {
  let end = start + 1;
  while (end < text.length && kindOf(text.charCodeAt(end)) === space) end += 1;
  if (end - start > 1 || text.charCodeAt(start) !== 0x20) counts.wideSpace += 1;
  return end;
}

function countPunctuation(text: string, start: number, counts: Counts): number {
  let end = start + 1;
  while (end < text.length && isPunctuation(kindOf(text.charCodeAt(end)))) end += 1;
  countSigns(text, start, end, counts);
  return end;
}

const isPunctuation = (kind: number): boolean => kind === sign || kind === joiner;

/** A line of one repeated character (a rule, a border) is cheap. */
function countSigns(text: string, start: number, end: number, counts: Counts): void {
  counts.punctuationRuns += 1;
  if (end - start === 1) return;
  const first = text.charCodeAt(start);
  let at = start + 1;
  while (at < end && text.charCodeAt(at) === first) at += 1;
  counts.punctuationRest += at === end ? (end - start - 1) / 16 : end - start - 1;
}

/** First block whose end is not below the code unit; blocks that are not listed fall to "otherScripts". */
const scripts: readonly (readonly [from: number, to: number, feature: Feature])[] = [
  [0x0370, 0x052f, "cyrillicGreek"],
  [0x0590, 0x10ff, "rightToLeftIndic"],
  [0x1100, 0x11ff, "kanaHangul"],
  [0x2e80, 0x303f, "han"],
  [0x3040, 0x318f, "kanaHangul"],
  [0x3190, 0x9fff, "han"],
  [0xac00, 0xd7ff, "kanaHangul"],
  [0xd800, 0xdfff, "astral"],
  [0xf900, 0xfaff, "han"],
  [0xff00, 0xffef, "han"],
];

function scriptOf(code: number): Feature {
  for (const [from, to, feature] of scripts) if (code >= from && code <= to) return feature;
  return "otherScripts";
}
