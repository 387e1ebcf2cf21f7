import { after, bareKey, basicString, blank, lineRest, literalString, type Scan } from "./toml-patterns.ts";
import { createTables, type Tables } from "./toml-tables.ts";
import { tomlValue } from "./toml-value.ts";

/** The first mistake of syntax in a TOML text, a key or table given twice included, or null. */
export async function tomlProblem(text: string): Promise<string | null> {
  const bare = text.replace(/^\uFEFF/, "");
  const known = createTables();
  for (let at = 0; at < bare.length;) {
    const line = statement(bare, at, known);
    if (!line.whole) return `TOML is broken at ${place(bare, line.at)}${line.why === undefined ? "" : `: ${line.why}`}`;
    at = line.at;
  }
  return null;
}

function place(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** One line, or the several that a value takes. */
function statement(text: string, start: number, known: Tables): Scan {
  const at = after(blank, text, start);
  const rest = after(lineRest, text, start);
  if (rest > start || at === text.length) return { whole: true, at: Math.max(rest, at) };
  const named = text[at] === "[" ? table(text, at, known) : assignment(text, at, known);
  if (!named.whole) return named;
  const end = after(lineRest, text, named.at);
  return end === named.at && named.at < text.length
    ? { whole: false, at: after(blank, text, end) }
    : { whole: true, at: end };
}

function table(text: string, start: number, known: Tables): Scan {
  const close = text.startsWith("[[", start) ? "]]" : "]";
  const key = dottedKey(text, after(blank, text, start + close.length));
  if (!key.whole || !text.startsWith(close, key.at)) return { whole: false, at: key.at };
  if (!known.open(key.parts, close === "]]")) return { whole: false, at: start, why: "this table is there already" };
  return { whole: true, at: key.at + close.length };
}

function assignment(text: string, start: number, known: Tables): Scan {
  const key = dottedKey(text, start);
  if (!key.whole || text[key.at] !== "=") return { whole: false, at: key.at };
  if (!known.set(key.parts)) return { whole: false, at: start, why: "this key is there already" };
  return tomlValue(text, after(blank, text, key.at + 1), dottedKey);
}

type Key = Scan & { readonly parts: readonly string[] };

/** `a."b c".d`, and the blanks behind it. */
function dottedKey(text: string, start: number): Key {
  const parts: string[] = [];
  for (let at = start; ;) {
    const pattern = text[at] === '"' ? basicString : text[at] === "'" ? literalString : bareKey;
    const end = after(pattern, text, at);
    if (end === at) return { whole: false, at, parts };
    parts.push(text.slice(at, end).replaceAll(/^["']|["']$/g, ""));
    const next = after(blank, text, end);
    if (text[next] !== ".") return { whole: true, at: next, parts };
    at = after(blank, text, next + 1);
  }
}
