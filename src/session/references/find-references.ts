/** Something a person pointed at with `@`. The token is what they typed. */
export type Reference = { readonly token: string } & (
  | {
      /** "any": written without a word in front, and a reference only if there is such a path. */
      readonly kind: "file" | "folder" | "any";
      readonly path: string;
      readonly lines: LineRange | null;
    }
  | { readonly kind: "git"; readonly args: readonly string[] }
  | { readonly kind: "url"; readonly url: string }
);

/** From 1, both ends included. */
export type LineRange = { readonly first: number; readonly last: number };

const mostReferences = 100;
const mostCommits = 10;
const inWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d_./\\@%+~-]/u.source; // user@host, x/@file
const quoted = /"[^"\n]{1,4096}"|'[^'\n]{1,4096}'|`[^`\n]{1,4096}`/u.source;
const word = /[^\s"'`，。；：！？、）】》」』][^\s，。；：！？、）】》」』]{0,4095}/u.source;
const token = new RegExp(
  `(?<!${inWord})@(?:(?<kind>file|folder|url):)?(?:(?<quoted>${quoted})(?<range>:\\d+(?:-\\d+)?)?|(?<word>${word}))`,
  "gu",
);

/** References in the order of the text, each once. Addresses and paths with an `@` inside are none. */
export function findReferences(text: string): readonly Reference[] {
  const found = new Map<string, Reference>();
  for (const { groups = {} } of text.matchAll(token)) {
    const reference = groups["quoted"] === undefined ? fromWord(groups) : fromQuoted(groups, groups["quoted"]);
    if (reference !== null && !found.has(reference.token)) found.set(reference.token, reference);
    if (found.size >= mostReferences) break;
  }
  return [...found.values()];
}

type Groups = Readonly<Record<string, string | undefined>>;

function fromQuoted({ kind, range = "" }: Groups, path: string): Reference | null {
  const written = `@${kind === undefined ? "" : `${kind}:`}${path}${range}`;
  return kind === "url" ? null : toPath(written, kind, path.slice(1, -1), range);
}

function fromWord({ kind, word: given = "" }: Groups): Reference | null {
  const value = withoutTail(given);
  if (value === "") return null;
  if (kind === "url") return { kind: "url", token: `@url:${value}`, url: value };
  if (kind === undefined) {
    const args = gitArguments(value);
    if (args !== null) return { kind: "git", token: `@${value}`, args };
  }
  const range = /:\d+(?:-\d+)?$/u.exec(value)?.[0] ?? "";
  const path = value.slice(0, value.length - range.length);
  return toPath(`@${kind === undefined ? "" : `${kind}:`}${value}`, kind, path, range);
}

function toPath(written: string, kind: string | undefined, path: string, range: string): Reference {
  return {
    kind: kind === "file" || kind === "folder" ? kind : "any",
    token: written,
    path,
    lines: rangeIn(range),
  };
}

/** A range that ends before it begins means the whole file. */
function rangeIn(range: string): LineRange | null {
  const [first = 0, last = first] = range.slice(1).split("-").map(Number);
  return range === "" || last < first ? null : { first: Math.max(1, first), last: Math.max(1, last) };
}

function gitArguments(value: string): readonly string[] | null {
  if (value === "diff") return ["diff"];
  if (value === "staged") return ["diff", "--staged"];
  const commits = /^git:(\d+)$/.exec(value)?.[1];
  if (commits === undefined) return null;
  return ["log", "--patch", `-${Math.min(mostCommits, Math.max(1, Number(commits)))}`];
}

const closing = ")]}>";
const opening = "([{<";

/** The sentence goes on behind a reference: its punctuation and brackets are not part of it. */
function withoutTail(value: string): string {
  const open = Array.from(closing, (bracket, pair) => count(value, opening[pair] ?? "") - count(value, bracket));
  let end = value.length;
  for (; end > 0; end--) {
    const last = value[end - 1] ?? "";
    const pair = closing.indexOf(last);
    const balance = open[pair] ?? 0;
    if (balance < 0) open[pair] = balance + 1;
    else if (!",.;:!?\"'`".includes(last)) break;
  }
  return value.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
