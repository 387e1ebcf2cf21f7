import type { ContextNode } from "../../domain/context-nodes.ts";
import { callsOf, ownContent, textOf, type Message } from "../../domain/message.ts";
import type { RowId } from "../../domain/turn-journal.ts";
import { anchorsIn } from "../compressor/anchors.ts";
import { cleanLine } from "../compressor/clean.ts";

type TokensOf = (text: string) => number;
type Numbered = { readonly id: RowId | null; readonly message: Message };

const [longestLine, shortestLine] = [120, 30]; // characters
const charsPerToken = 3;
const lineFrame = 6; // tokens of the row and the speaker
const nameShare = 0.3;
const callChars = 60;

/** A leaf by rules alone: the first line of each message with its row, and the names that occur. It always fits. */
export function leafByRules(sources: readonly Numbered[], most: number, tokensOf: TokensOf): string {
  const names = anchorsIn(
    sources.map(({ message }) => message),
    [],
  ).join(" ");
  const known = names === "" ? "" : `Names: ${withinTokens(names, Math.floor(most * nameShare), tokensOf)}`;
  const lines = linesWithin(sources, most - tokensOf(known) - 1);
  return withinTokens([...lines, known].filter((part) => part !== "").join("\n"), most, tokensOf);
}

/** As long as there is room for; where there is too little, those that have a line lie evenly between first and last. */
function linesWithin(sources: readonly Numbered[], room: number): readonly string[] {
  const charsFor = (lines: number): number => (room / Math.max(1, lines) - lineFrame) * charsPerToken;
  let every = 1;
  while (every < sources.length && charsFor(sources.length / every) < shortestLine) every *= 2;
  const shown = every === 1 ? sources : sources.filter((_, index) => index % every === 0);
  const length = Math.floor(Math.max(shortestLine, Math.min(longestLine, charsFor(shown.length))));
  return shown.map((source) => lineOf(source, length));
}

function lineOf({ id, message }: Numbered, length: number): string {
  const words = cleanLine(textOf(ownContent(message)), length);
  const calls = callsOf(message).map(
    ({ function: { name, arguments: text } }) => `${name}(${cleanLine(text, Math.min(length, callChars))})`,
  );
  return `${id === null ? "-" : `#${id}`} ${message.role}: ${[words, ...calls].filter((part) => part !== "").join(" ")}`;
}

/** Several nodes as the beginnings of each. */
export function condensedByRules(children: readonly ContextNode[], most: number, tokensOf: TokensOf): string {
  const share = Math.max(1, Math.floor(most / Math.max(1, children.length)) - 16);
  const parts = children.map(
    (child) => `#${child.firstMsg ?? "?"}–${child.lastMsg ?? "?"}: ${withinTokens(child.text, share, tokensOf)}`,
  );
  return withinTokens(parts.join("\n"), most, tokensOf);
}

const cutMark = "…";

export function withinTokens(text: string, most: number, tokensOf: TokensOf): string {
  if (most <= 0) return "";
  let cut = text;
  for (let tokens = tokensOf(cut); tokens > most && cut !== ""; tokens = tokensOf(cut)) {
    const length = Math.min(cut.length - 1, Math.floor((cut.length * most * 0.97) / tokens));
    cut = length <= cutMark.length ? "" : `${cut.slice(0, length - cutMark.length).toWellFormed()}${cutMark}`;
  }
  return cut;
}
