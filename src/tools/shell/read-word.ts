import type { ParameterOperation, Word, WordPart } from "unbash";
import type { ShellWord, Source } from "./simple-command.ts";
import type { Variables } from "./variables.ts";

/** How the commands inside a substitution are read. */
export type ReadInner = (part: WordPart) => readonly Source[];

type Piece = { readonly texts: readonly string[]; readonly literal: boolean; readonly splits: boolean };

const mostTexts = 64;

/** The words a word becomes: `{a,b}` are two, `$x` is what the text assigned to x. */
export function readWord(word: Word, variables: Variables, readInner: ReadInner): readonly ShellWord[] {
  const { parts } = word;
  if (parts === undefined) return [{ text: word.value, literal: true, from: [] }];
  const from: Source[] = [];
  const inner: ReadInner = (part) => {
    const sources = readInner(part);
    from.push(...sources);
    return sources;
  };
  const pieces = parts.map((part) => pieceOf(part, variables, inner));
  const literal = pieces.every((piece) => piece.literal);
  const texts = pieces.reduce<readonly string[]>((heads, { texts: tails }) => product(heads, tails), [""]);
  const split = pieces.some(({ splits }) => splits) ? texts.flatMap((text) => text.split(/\s+/)) : texts;
  return split.map((text) => ({ text, literal, from }));
}

function product(heads: readonly string[], tails: readonly string[]): readonly string[] {
  if (tails.length === 1) return heads.map((head) => head + (tails[0] ?? ""));
  return heads.flatMap((head) => tails.slice(0, mostTexts).map((tail) => head + tail)).slice(0, mostTexts);
}

function pieceOf(part: WordPart, variables: Variables, inner: ReadInner): Piece {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return fixed(part.value);
    case "DoubleQuoted":
    case "LocaleString":
      return quoted(part.parts.map((child) => pieceOf(child, variables, inner)));
    case "SimpleExpansion":
      return ofVariable(part.text.slice(1), part.text, variables);
    default:
      return expansion(part, variables, inner(part));
  }
}

function expansion(part: WordPart, variables: Variables, sources: readonly Source[]): Piece {
  switch (part.type) {
    case "ParameterExpansion":
      return part.operation === undefined
        ? ofVariable(part.parameter, part.text, variables)
        : ofOperation(part.operation, ofVariable(part.parameter, part.text, variables), part.text);
    case "CommandExpansion":
      return ofOutput(sources.at(-1)?.prints ?? null, part.text);
    case "BraceExpansion":
      return { texts: braces(part.text), literal: true, splits: false };
    default:
      return unknown(part.text);
  }
}

function fixed(text: string): Piece {
  return { texts: [text], literal: true, splits: false };
}

function unknown(text: string): Piece {
  return { texts: [text], literal: false, splits: false };
}

function quoted(pieces: readonly Piece[]): Piece {
  const texts = pieces.reduce<readonly string[]>((heads, piece) => product(heads, piece.texts), [""]);
  return { texts, literal: pieces.every(({ literal }) => literal), splits: false };
}

function ofVariable(name: string, written: string, variables: Variables): Piece {
  const values = variables.get(name);
  if (values === undefined || values.length === 0) return unknown(written);
  const texts = name === "HOME" ? [written, ...values] : values;
  return { texts, literal: false, splits: texts.some((text) => /\s/.test(text)) };
}

/** `${x:-/}` may be the root. Of other operations on a known value only cutting off plain text is worked out. */
function ofOperation(operation: ParameterOperation, piece: Piece, written: string): Piece {
  if (operation.type === "Default" && operation.operand.value !== "") {
    return { ...piece, texts: [...piece.texts, operation.operand.value], literal: false };
  }
  if (piece.texts.includes(written) || operation.type !== "Remove") return piece;
  return { ...piece, texts: piece.texts.map((text) => withoutEnd(text, operation)) };
}

function withoutEnd(
  text: string,
  { operator, operand: { value } }: Extract<ParameterOperation, { type: "Remove" }>,
): string {
  if (operator.startsWith("%")) return text.endsWith(value) ? text.slice(0, text.length - value.length) : text;
  return text.startsWith(value) ? text.slice(value.length) : text;
}

function ofOutput(text: string | null, written: string): Piece {
  return text === null ? unknown(written) : { texts: [text.trimEnd()], literal: false, splits: /\s/.test(text.trim()) };
}

/** `{a,b{c,d}}`. Sequences such as `{1..9}` stay as they are. */
function braces(text: string): readonly string[] {
  let words: readonly string[] = [text.replaceAll(/["'\\]/g, "")];
  for (let round = 0; round < mostTexts && words.some((word) => innermost.test(word)); round += 1) {
    words = words.flatMap(opened).slice(0, mostTexts);
  }
  return words;
}

const innermost = /\{([^{}]*,[^{}]*)\}/;

function opened(word: string): readonly string[] {
  const found = innermost.exec(word);
  if (found === null) return [word];
  const before = word.slice(0, found.index);
  const after = word.slice(found.index + found[0].length);
  return (found[1] ?? "").split(",").map((item) => before + item + after);
}
