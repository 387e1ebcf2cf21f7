import type { Tool } from "../../domain/tool.ts";
import { squashed, wordsOf } from "./words.ts";

/** The best tools for a query, best first. Without words in the query: all of them, by name. */
export type FindTools = (query: string, limit: number) => readonly Tool[];

type Entry = {
  readonly tool: Tool;
  /** Its name, and the part of it that is the tool's own, however they are spelled. */
  readonly key: string;
  readonly bareKey: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
};

const nameWeight = 3; // a word in the name says more than one in the description
const beginningWeight = 0.5; // "issue" in "issues", or the other way round
const shortestBeginning = 3;
const longestQuery = 500;
const saturation = 1.2;
const lengthPull = 0.75;

/** Exact names first, then by BM25 over the words of names and descriptions; equals stand in the order of their names. */
export function rankTools(tools: readonly Tool[]): FindTools {
  const entries = tools.map(entryOf).toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const spread = countsOfTools(entries);
  const average = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length);
  return (query, limit) => {
    const asked = query.slice(0, longestQuery);
    const named = exactly(asked, entries);
    if (named.isAll) return named.tools.slice(0, limit);
    const terms = weighedTerms(asked, spread, entries.length);
    const scored = entries
      .map((entry) => ({ tool: entry.tool, score: scoreOf(entry, terms, average) }))
      .filter(({ score, tool }) => score > 0 && !named.tools.includes(tool))
      .toSorted((a, b) => b.score - a.score); // stable: equals stay sorted by name
    return [...named.tools, ...scored.map(({ tool }) => tool)].slice(0, limit);
  };
}

function entryOf(tool: Tool): Entry {
  const counts = new Map<string, number>();
  const add = (word: string, weight: number): void => void counts.set(word, (counts.get(word) ?? 0) + weight);
  const [inName, inDescription] = [wordsOf(tool.name), wordsOf(tool.description)];
  for (const word of inName) add(word, nameWeight);
  for (const word of inDescription) add(word, 1);
  const length = inName.length * nameWeight + inDescription.length;
  return { tool, key: squashed(tool.name), bareKey: squashed(bareName(tool.name)), counts, length };
}

/** In how many tools each word stands. */
function countsOfTools(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const spread = new Map<string, number>();
  for (const { counts } of entries) for (const word of counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  return spread;
}

type Named = { readonly tools: readonly Tool[]; readonly isAll: boolean };

/** Tools that are called by their names, in the order they were asked for. All: nothing else was asked for. */
function exactly(query: string, entries: readonly Entry[]): Named {
  const asked = query
    .split(/[\s,]+/u)
    .map(squashed)
    .filter((key) => key !== "");
  if (asked.length === 0) return { tools: entries.map(({ tool }) => tool), isAll: true };
  const whole = asked.flatMap((key) => entries.filter((entry) => entry.key === key));
  const isAll = asked.every((key) => whole.some((entry) => entry.key === key));
  const together = asked.join("");
  const bare = isAll ? [] : entries.filter(({ key, bareKey }) => key === together || bareKey === together);
  return { tools: [...new Set([...whole, ...bare])].map(({ tool }) => tool), isAll };
}

/** `mcp__server__tool` without what stands before the tool. */
function bareName(name: string): string {
  return name.replace(/^mcp__.+?__/u, "");
}

type Term = { readonly weight: number; readonly words: readonly (readonly [word: string, share: number])[] };

/** What each word of the query finds among the words there are, and how much it tells. */
function weighedTerms(query: string, spread: ReadonlyMap<string, number>, total: number): readonly Term[] {
  return [...new Set(wordsOf(query))].map((asked) => {
    const words = [...spread.keys()].flatMap((word) => {
      const share = word === asked ? 1 : isBeginning(asked, word) ? beginningWeight : 0;
      return share === 0 ? [] : [[word, share] as const];
    });
    const rarest = spread.get(asked) ?? Math.min(total, ...words.map(([word]) => spread.get(word) ?? total));
    return { words, weight: Math.log(1 + (total - rarest + 0.5) / (rarest + 0.5)) };
  });
}

const han = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** Words that differ in their ending only; a lone CJK character is found in every pair it is part of. */
function isBeginning(asked: string, word: string): boolean {
  if (han.test(asked)) return word.includes(asked);
  const [short, long] = asked.length < word.length ? [asked, word] : [word, asked];
  return short.length >= shortestBeginning && long.startsWith(short);
}

function scoreOf({ counts, length }: Entry, terms: readonly Term[], average: number): number {
  const size = saturation * (1 - lengthPull + (lengthPull * length) / average);
  return terms.reduce((score, { words, weight }) => {
    const count = Math.max(0, ...words.map(([word, share]) => (counts.get(word) ?? 0) * share));
    return score + (weight * count * (saturation + 1)) / (count + size);
  }, 0);
}
