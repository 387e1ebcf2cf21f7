/** What the token estimate counts in a text. Each is a number of things, not of characters, unless it says so. */
export const features = [
  "words", // runs of ASCII letters
  "longLetters", // quarters of the letters beyond the 8th of a run
  "digitTriples",
  "punctuationRuns",
  "punctuationRest", // further characters of those runs
  "wideSpace", // white space with a line break, a tab, or two blanks
  "han",
  "kanaHangul",
  "cyrillicGreek",
  "rightToLeftIndic",
  "otherScripts",
  "astral",
  "dense", // characters of keys, digests and base64
] as const;

export type Feature = (typeof features)[number];

/** One pass over the code units; every run is looked at once. */
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
    const code = text.charCodeAt(at);
    if (code >= 0x80) {
      counts[scriptOf(code)] += 1;
      at += 1;
    } else if (isBase64(code)) {
      at = countAlphanumeric(text, at, counts);
    } else if (isSpace(code)) {
      at = countSpace(text, at, counts);
    } else {
      at = countPunctuation(text, at, counts);
    }
  }
  return counts;
}

type Counts = Record<Feature, number>;

const denseLength = 16;
const shortWord = 8;

function countAlphanumeric(text: string, start: number, counts: Counts): number {
  const end = runEnd(text, start, isBase64);
  if (isDense(text, start, end)) {
    counts.dense += end - start;
    return end;
  }
  for (let at = start; at < end;) {
    const code = text.charCodeAt(at);
    const stop = Math.min(end, isLetter(code) ? runEnd(text, at, isLetter) : endOfOther(text, at));
    if (isLetter(code)) {
      counts.words += 1;
      counts.longLetters += Math.max(0, stop - at - shortWord) / 4;
    } else if (isDigit(code)) {
      counts.digitTriples += Math.ceil((stop - at) / 3);
    } else {
      counts.punctuationRuns += 1;
      counts.punctuationRest += restOfRun(text, at, stop);
    }
    at = stop;
  }
  return end;
}

function endOfOther(text: string, at: number): number {
  return isDigit(text.charCodeAt(at)) ? runEnd(text, at, isDigit) : runEnd(text, at, isPunctuation);
}

/** Long, with a digit, and changing its kind of character at least once in four: nothing a vocabulary knows. */
function isDense(text: string, start: number, end: number): boolean {
  if (end - start < denseLength) return false;
  let changes = 0;
  let digits = 0;
  for (let at = start; at < end; at++) {
    if (isDigit(text.charCodeAt(at))) digits += 1;
    if (at > start && classOf(text.charCodeAt(at)) !== classOf(text.charCodeAt(at - 1))) changes += 1;
  }
  return digits > 0 && changes * 4 >= end - start;
}

function countSpace(text: string, start: number, counts: Counts): number {
  const end = runEnd(text, start, isSpace);
  if (end - start > 1 || text.charCodeAt(start) !== 0x20) counts.wideSpace += 1;
  return end;
}

function countPunctuation(text: string, start: number, counts: Counts): number {
  const end = runEnd(text, start, isPunctuation);
  counts.punctuationRuns += 1;
  counts.punctuationRest += restOfRun(text, start, end);
  return end;
}

/** A line of one repeated character (a rule, a border) is cheap. */
function restOfRun(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start);
  for (let at = start + 1; at < end; at++) if (text.charCodeAt(at) !== first) return end - start - 1;
  return (end - start - 1) / 16;
}

function runEnd(text: string, start: number, belongs: (code: number) => boolean): number {
  let end = start + 1;
  while (end < text.length && belongs(text.charCodeAt(end))) end += 1;
  return end;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
const isBase64 = (code: number): boolean => isLetter(code) || isDigit(code) || code === 0x2b || code === 0x2f;
const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);
const isPunctuation = (code: number): boolean => code < 0x80 && !isLetter(code) && !isDigit(code) && !isSpace(code);
const classOf = (code: number): number => (isDigit(code) ? 0 : code >= 0x61 ? 1 : code >= 0x41 ? 2 : 3);

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
