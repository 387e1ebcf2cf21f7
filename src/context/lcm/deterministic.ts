import type { ContextNode } from "../../domain/context-nodes.ts";
import { callsOf, ownContent, textOf, type Message } from "../../domain/message.ts";
import type { RowId } from "../../domain/turn-journal.ts";
import { anchorsIn } from "../compressor/anchors.ts";
import { cleanLine } from "../compressor/clean.ts";

type TokensOf = (text: string) => number;
type Numbered = { readonly id: RowId | null; readonly message: Message };

const lineLengths = [120, 60, 30];
const nameShare = 0.3;
const callChars = 60;

/** A leaf by rules alone: the first line of each message with its row, and the names that occur. It always fits. */
export function leafByRules(sources: readonly Numbered[], most: number, tokensOf: TokensOf): string {
  const names = anchorsIn(
    sources.map(({ message }) => message),
    [],
  ).join(" ");
  const known = names === "" ? "" : `Names: ${withinTokens(names, Math.floor(most * nameShare), tokensOf)}`;
  const room = most - tokensOf(known) - 1;
  const made = lineLengths.map((length) => sources.map((source) => lineOf(source, length)).join("\n"));
  const lines = made.find((text) => tokensOf(text) <= room) ?? spread(sources, room, tokensOf);
  return withinTokens([lines, known].filter((part) => part !== "").join("\n"), most, tokensOf);
}

/** Not every message has a line: those that have lie evenly between the first and the last. */
function spread(sources: readonly Numbered[], room: number, tokensOf: TokensOf): string {
  const lines = sources.map((source) => lineOf(source, lineLengths.at(-1) ?? 0));
  for (let every = 2; every < lines.length; every *= 2) {
    const kept = lines.filter((_, index) => index % every === 0).join("\n");
    if (tokensOf(kept) <= room) return kept;
  }
  return lines[0] ?? "";
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
