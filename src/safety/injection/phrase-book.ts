import { isAscii } from "./is-ascii.ts";
import { once } from "./once.ts";
import type { PhraseRules } from "./phrase-rules.ts";
import { eachWord, type Word } from "./words.ts";

/** Phrases ready to be looked for: for each word, where it may stand. */
export type PhraseBook = {
  readonly places: ReadonlyMap<string, readonly Place[]>;
  readonly slots: number;
  /** What a word is in a text with more than ASCII. */
  readonly anyWord: () => RegExp;
};

/** A place in a phrase. All places of all phrases are numbered through. */
type Place = {
  readonly id: string;
  readonly slot: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly gap: number; // words that may stand before it
  readonly mustStart: boolean;
  readonly mustEnd: boolean;
};

export function phraseBook(rules: PhraseRules): PhraseBook {
  const places = new Map<string, Place[]>();
  let slots = 0;
  const phrases = Object.entries(rules).flatMap(([id, all]) => all.map((phrase) => ({ id, steps: stepsOf(phrase) })));
  for (const { id, steps } of phrases) {
    for (const [index, { gap, words }] of steps.entries()) {
      const at = { id, slot: slots + index, first: index === 0, last: index === steps.length - 1, gap };
      for (const word of words) addPlace(places, word, at);
    }
    slots += steps.length;
  }
  for (const list of places.values()) list.sort((a, b) => b.slot - a.slot); // a word fills one place of a phrase
  return { places, slots, anyWord: once(() => wordPattern([...places.keys()])) };
}

function addPlace(places: Map<string, Place[]>, word: string, at: Omit<Place, "mustStart" | "mustEnd">): void {
  const key = word.replaceAll(/^\^|\$$/g, "");
  const list = places.get(key) ?? [];
  list.push({ ...at, mustStart: word.startsWith("^"), mustEnd: word.endsWith("$") });
  places.set(key, list);
}

function stepsOf(phrase: string): readonly { readonly gap: number; readonly words: readonly string[] }[] {
  const steps: { readonly gap: number; readonly words: readonly string[] }[] = [];
  let gap = 0;
  for (const part of phrase.split(" ")) {
    if (part.startsWith("~")) {
      gap = Number(part.slice(1));
      continue;
    }
    steps.push({ gap, words: part.split("|") });
    gap = 0;
  }
  return steps;
}

/** Chinese has no spaces: its key words are words, every other sign of it counts as one. */
function wordPattern(keys: readonly string[]): RegExp {
  const chinese = keys.filter((key) => !isAscii(key)).toSorted((a, b) => b.length - a.length);
  const han = [...chinese, String.raw`\p{Script=Han}`].join("|");
  return new RegExp(
    String.raw`https?:\/\/|[a-z0-9_]+(?:'[a-z]+)*|${han}|[[\p{L}\p{N}]--[\p{Script=Han}a-z0-9]]+`,
    "gv",
  );
}

const asciiWord = /https?:\/\/|[a-z0-9_]+(?:'[a-z]+)*/g;

/** Words that may stand between the words of a phrase even across a comma or a dash. */
const fillers = new Set(["all", "any", "the", "of", "these", "those", "your", "my", "and", "every", "system"]);

const none: readonly Place[] = [];

/**
 * The ids of the phrases in a folded text. One pass: for every place of a phrase the newest word is kept that ends a
 * match up to there. The newest is always the best one, for less stands between it and what follows.
 */
export function phrasesIn(text: string, { places, slots, anyWord }: PhraseBook): ReadonlySet<string> {
  const found = new Set<string>();
  const reached = new Int32Array(slots).fill(-1);
  const last = { hard: 0, soft: -1, outsider: -1 };
  let at = 0;
  const take = (word: Word): void => {
    if (word.before === "hard") last.hard = at;
    if (word.before === "soft") last.soft = at;
    for (const place of places.get(word.text) ?? none) {
      if (!fits(word, place)) continue;
      if (!place.first && !connects(reached[place.slot - 1] ?? -1, at, place.gap, last)) continue;
      reached[place.slot] = at;
      if (place.last) found.add(place.id);
    }
    if (!fillers.has(word.text)) last.outsider = at;
    at += 1;
  };
  eachWord(text, isAscii(text) ? asciiWord : anyWord(), take);
  return found;
}

function fits(word: Word, { mustStart, mustEnd }: Place): boolean {
  return (!mustStart || word.starts) && (!mustEnd || word.ends);
}

type LastSeen = { readonly hard: number; readonly soft: number; readonly outsider: number };

function connects(from: number, to: number, gap: number, last: LastSeen): boolean {
  if (from === -1 || to - from - 1 > gap || last.hard > from) return false;
  return last.soft <= from || last.outsider <= from;
}
