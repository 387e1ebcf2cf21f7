import { endsInLoneCjk, indexText } from "../../text/index-text.ts";

/** A cleaned search: terms in order, each joined to what stands before it. Empty: nothing searchable was typed. */
export type SearchQuery = readonly QueryTerm[];

type QueryTerm = {
  /** How it joins what stands before it; the first one's is never used. */
  readonly join: "AND" | "OR" | "NOT";
  /** As typed, for the snippet and for scans without an index. */
  readonly text: string;
  readonly prefix: boolean;
};

const longestQuery = 2_048;
const mostTerms = 64; // FTS5 gives up on expressions nested deeper than 256
const operators = ["AND", "OR", "NOT"] as const;
type Operator = (typeof operators)[number];

/** Whatever a person types becomes terms; no input is an error. */
export function parseQuery(raw: string): SearchQuery {
  const terms: QueryTerm[] = [];
  let pending: Operator[] = [];
  for (const token of tokens(raw.slice(0, longestQuery))) {
    const operator = operators.find((name) => name === token);
    if (operator !== undefined) {
      pending.push(operator);
      continue;
    }
    const term = termOf(token, joinOf(pending));
    if (term === null) continue;
    terms.push(term);
    pending = [];
  }
  return terms.slice(0, mostTerms);
}

/** FTS5 syntax. Every term is a quoted phrase, so that nothing typed can act as an operator. */
export function toFts5(query: SearchQuery): string {
  return query
    .map((term, index) => `${index === 0 ? "" : `${term.join} `}"${indexText(term.text).trim()}"${star(term)}`)
    .join(" ");
}

function star({ prefix, text }: QueryTerm): string {
  return prefix || endsInLoneCjk(text) ? " *" : "";
}

function tokens(raw: string): string[] {
  const plain = raw.toWellFormed().normalize("NFKC"); // first, or a wide quotation mark would turn into a real one later
  const clean = plain.replace(/\p{Cc}/gu, " "); // a NUL would end the statement's text early
  const quotes = clean.split('"');
  const unbalanced = quotes.length % 2 === 0;
  return quotes.flatMap((piece, index) => {
    const isPhrase = index % 2 === 1 && !(unbalanced && index === quotes.length - 1);
    return isPhrase ? [`"${piece}`] : piece.split(/\s+/u).filter((word) => word !== "");
  });
}

function joinOf(pending: readonly Operator[]): Operator {
  if (pending.includes("OR")) return "OR";
  return pending.includes("NOT") ? "NOT" : "AND";
}

const searchable = /[\p{L}\p{N}]/u;

function termOf(token: string, join: Operator): QueryTerm | null {
  const starred = /^[^"].*\*$/u.test(token);
  const text = token.replace(/["()*^+{}]/gu, " ").trim();
  if (!searchable.test(text)) return null;
  return { join, text, prefix: starred && [...text.matchAll(/[\p{L}\p{N}]/gu)].length >= 2 };
}
