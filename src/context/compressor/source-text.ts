import type { Message } from "../../domain/message.ts";
import { excerptOf, fullCaps, serialise, type Caps } from "./serialise.ts";

/** A message to be summed up, as it is and as pruning left it. */
export type Source = { readonly original: Message; readonly pruned: Message };

export type SourceLimits = {
  readonly tokensOf: (text: string) => number;
  /** What a message weighs is known already; only one that is cut must be counted anew. */
  readonly weigh: (message: Message) => number;
  /** What the summary model can take in all. */
  readonly window: number;
  /** What the request carries besides the turns. */
  readonly fixedTokens: number;
};

const shareWithExcerpts = 0.4;
const shareOfChunk = 0.6;
const mostChunks = 8;
const leastCap = 200;

/** The turns as text, in as few pieces as the summary model can take; groups stay together as far as they fit. */
export function sourceChunks(sources: readonly Source[], limits: SourceLimits): readonly string[] {
  const { tokensOf, window, fixedTokens } = limits;
  const room = Math.max(500, Math.floor(window * shareOfChunk) - fixedTokens);
  for (let caps = fullCaps; ; caps = halved(caps)) {
    const lines = sources.map(({ pruned }) => serialise(pruned, caps));
    const tokens = lines.map((line, index) => {
      const pruned = sources[index]?.pruned;
      const isWhole = pruned !== undefined && caps === fullCaps && line.length < caps.first;
      return isWhole ? limits.weigh(pruned) : tokensOf(line) + 2;
    });
    if (caps === fullCaps && sum(tokens) <= room)
      return [withExcerpts(sources, lines, Math.floor(window * shareWithExcerpts) - fixedTokens - sum(tokens), limits)];
    const chunks = groupsInto(sources, lines, tokens, room);
    if (chunks.length <= mostChunks || caps.first <= leastCap) return chunks;
  }
}

/** Behind each result that became a line its two ends, newest first, while there is room. */
function withExcerpts(
  sources: readonly Source[],
  lines: readonly string[],
  room: number,
  { tokensOf }: SourceLimits,
): string {
  const extended = [...lines];
  let left = room;
  for (let index = sources.length - 1; index >= 0 && left > 0; index--) {
    const source = sources[index];
    if (source === undefined || source.original === source.pruned || source.original.role !== "tool") continue;
    const excerpt = excerptOf(source.original);
    left -= tokensOf(excerpt);
    if (left >= 0) extended[index] = `${lines[index] ?? ""}\n[EXCERPT]: ${excerpt}`;
  }
  return extended.join("\n");
}

function groupsInto(
  sources: readonly Source[],
  lines: readonly string[],
  tokens: readonly number[],
  room: number,
): readonly string[] {
  const chunks: string[][] = [];
  let used = Infinity; // the first line opens the first chunk
  for (const [index, line] of lines.entries()) {
    const isResult = sources[index]?.original.role === "tool";
    const needed = isResult ? (tokens[index] ?? 0) : groupTokens(sources, tokens, index);
    if (used + needed > room) {
      chunks.push([]);
      used = 0;
    }
    chunks.at(-1)?.push(line);
    used += tokens[index] ?? 0;
  }
  return chunks.map((chunk) => chunk.join("\n"));
}

/** A message with the results behind it. */
function groupTokens(sources: readonly Source[], tokens: readonly number[], at: number): number {
  let total = tokens[at] ?? 0;
  for (let index = at + 1; sources[index]?.original.role === "tool"; index++) total += tokens[index] ?? 0;
  return total;
}

function halved({ first, last, arguments: args }: Caps): Caps {
  return { first: Math.floor(first / 2), last: Math.floor(last / 2), arguments: Math.floor(args / 2) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
