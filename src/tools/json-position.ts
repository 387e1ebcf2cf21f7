const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blank = /[ \t\r\n]*/y;
const deepest = 200;

/** Reading stopped at `at`, either behind something whole or where it broke. */
type Scan = { readonly whole: boolean; readonly at: number };

/** Where a text stops being JSON, for text that JSON.parse refused. The engine's own message often does not say. */
export function jsonErrorPosition(text: string): number {
  return value(text, after(blank, text, 0), 0).at;
}

/** The same in words. */
export function jsonErrorPlace(text: string): string {
  const position = jsonErrorPosition(text);
  return `at position ${position}, near ${JSON.stringify(text.slice(Math.max(0, position - 20), position + 20))}`;
}

function value(text: string, at: number, depth: number): Scan {
  const char = text[at];
  if (depth > deepest) return { whole: false, at };
  if (char === "[") return members(text, at, "]", (start) => value(text, start, depth + 1));
  if (char === "{") return members(text, at, "}", (start) => entry(text, start, depth + 1));
  return token(char === '"' ? string : scalar, text, at);
}

function entry(text: string, at: number, depth: number): Scan {
  const key = token(string, text, at);
  if (!key.whole || text[key.at] !== ":") return { whole: false, at: key.at };
  return value(text, after(blank, text, key.at + 1), depth);
}

function members(text: string, open: number, close: string, member: (start: number) => Scan): Scan {
  let at = after(blank, text, open + 1);
  if (text[at] === close) return { whole: true, at: after(blank, text, at + 1) };
  for (;;) {
    const scan = member(at);
    if (!scan.whole) return scan;
    if (text[scan.at] === close) return { whole: true, at: after(blank, text, scan.at + 1) };
    if (text[scan.at] !== ",") return { whole: false, at: scan.at };
    at = after(blank, text, scan.at + 1);
  }
}

function token(pattern: RegExp, text: string, at: number): Scan {
  const end = after(pattern, text, at);
  return end === at ? { whole: false, at } : { whole: true, at: after(blank, text, end) };
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
