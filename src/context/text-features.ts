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

/**
 * Regular expressions, not a loop over the characters: they run as machine code from the first one on, while a loop is
 * interpreted until V8 has loaded its optimising compiler for it, which costs every short run 7 MB.
 */
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
  for (let at = 0; at < text.length; at += pieceLength) countPiece(text.slice(at, at + pieceLength), counts);
  return counts;
}

type Counts = Record<Feature, number>;

const pieceLength = 32_768; // what is found is collected before it is counted: a long text must not need a long list
const shortWord = 8;

/** Looking behind for where a run begins keeps a search for long ones from trying each of its characters. */
function countPiece(piece: string, counts: Counts): void {
  const text = withoutDense(piece, counts);
  counts.words += count(text, /[A-Za-z]+/g);
  counts.longLetters += sum(text, /(?<![A-Za-z])[A-Za-z]{9,}/g, ({ length }) => (length - shortWord) / 4);
  counts.digitTriples += count(text, /\d{1,3}/g);
  counts.punctuationRuns += count(text, /[^A-Za-z\d\s\u0080-\uffff]+/g);
  counts.punctuationRest += sum(text, /[^A-Za-z\d\s\u0080-\uffff]{2,}/g, restOfRun);
  counts.wideSpace += count(text, /[ \t-\r]{2,}|[\t-\r]/g);
  if (/[\u0080-\uffff]/.test(text)) countScripts(text, counts);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function sum(text: string, pattern: RegExp, weigh: (found: string) => number): number {
  return (text.match(pattern) ?? []).reduce((total, found) => total + weigh(found), 0);
}

/** A line of one repeated character (a rule, a border) is cheap. */
function restOfRun(run: string): number {
  const rest = run.length - 1;
  return run === run.charAt(0).repeat(run.length) ? rest / 16 : rest;
}

/** Leaves a blank where dense characters were: alone it counts as nothing. */
function withoutDense(text: string, counts: Counts): string {
  return text.replaceAll(/(?<![A-Za-z\d+/])[A-Za-z\d+/]{16,}/g, (run) => {
    if (!isDense(run)) return run;
    counts.dense += run.length;
    return " ";
  });
}

/** Long, with a digit, and changing its kind of character at least once in four: nothing a vocabulary knows. */
function isDense(run: string): boolean {
  const changes = count(run, /[a-z]+|[A-Z]+|\d+|[+/]+/g) - 1;
  return changes * 4 >= run.length && /\d/.test(run);
}

/** By code unit; what is none of these falls to "otherScripts". */
const scripts = [
  ["cyrillicGreek", /[\u0370-\u052f]/g],
  ["rightToLeftIndic", /[\u0590-\u10ff]/g],
  ["kanaHangul", /[\u1100-\u11ff\u3040-\u318f\uac00-\ud7ff]/g],
  ["han", /[\u2e80-\u303f\u3190-\u9fff\uf900-\ufaff\uff00-\uffef]/g],
  ["astral", /[\ud800-\udfff]/g],
] as const;

function countScripts(text: string, counts: Counts): void {
  let others = count(text, /[\u0080-\uffff]/g);
  for (const [feature, pattern] of scripts) {
    const found = count(text, pattern);
    counts[feature] += found;
    others -= found;
  }
  counts.otherScripts += others;
}
