export type Word = {
  readonly text: string;
  /** What stands between it and the word before: nothing worth a stop, a sign one may read over, or an end. */
  readonly before: Gap;
  readonly starts: boolean; // a sentence
  readonly ends: boolean;
};

type Gap = "plain" | "soft" | "hard";
type Separator = { readonly gap: Gap; readonly ends: boolean };

/** The words of a text in one pass, each handed over as soon as it is known what follows it. The pattern is global. */
export function eachWord(text: string, pattern: RegExp, take: (word: Word) => void): void {
  const known = new Map<string, Separator>([[" ", { gap: "plain", ends: false }]]);
  const sentence: Separator = { gap: "hard", ends: true };
  let before = sentence;
  let word: string | null = null;
  let end = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const between = word === null ? sentence : separatorOf(text.slice(end, match.index), known);
    if (word !== null) take({ text: word, before: before.gap, starts: before.ends, ends: between.ends });
    word = match[0];
    before = between;
    end = pattern.lastIndex;
  }
  if (word !== null) take({ text: word, before: before.gap, starts: before.ends, ends: true });
}

const mostKnown = 500;

function separatorOf(between: string, known: Map<string, Separator>): Separator {
  const before = known.get(between);
  if (before !== undefined) return before;
  const separator = classify(between);
  if (between.length < 8 && known.size < mostKnown) known.set(between, separator);
  return separator;
}

const stops = /[!?;:()[\]{}<>=+。；：]/;
const fullStop = /(?<!\.)\.(?=["'*_`\s]|$)(?!\.)/;
const inWord = /^[./\\-]$/;
const beforeWord = /[~./\\$@#-]+$/; // of a path or a name, as in ".env" or "~/.ssh"
const newParagraph = /\n[^\S\n]*\n|\n[^\S\n]*[^\s]/;

function classify(between: string): Separator {
  if (inWord.test(between)) return { gap: "plain", ends: false };
  const gap = gapOf(between);
  return { gap, ends: gap === "hard" || newParagraph.test(between) };
}

function gapOf(between: string): Gap {
  if (stops.test(between)) return "hard";
  const own = between.slice(0, between.length - attachedLength(between));
  if (fullStop.test(own)) return "hard";
  return own.trim() === "" ? "plain" : "soft";
}

/** Signs that belong to the word behind them. */
function attachedLength(between: string): number {
  if (between.length > 64 || !/^\s/.test(between)) return 0;
  return beforeWord.exec(between)?.[0].length ?? 0;
}
