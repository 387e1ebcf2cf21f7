import { after, blank, filler, kinds, type Scan } from "./toml-patterns.ts";

type ReadKey = (text: string, at: number) => Scan;

const ends = /[\s,\]}#]|$/y;
const deepest = 200;

export function tomlValue(text: string, at: number, readKey: ReadKey, depth = 0): Scan {
  if (depth > deepest) return { whole: false, at };
  if (text[at] === "[") return sequence(text, at, "]", (start) => tomlValue(text, start, readKey, depth + 1));
  if (text[at] === "{") return sequence(text, at, "}", (start) => member(text, start, readKey, depth + 1));
  for (const kind of kinds) {
    const end = after(kind, text, at);
    if (end > at && after(ends, text, end, -1) !== -1) return { whole: true, at: end };
  }
  return { whole: false, at };
}

/** Over several lines, with comments and a last comma if one likes; TOML 1.1 allows that inside braces too. */
function sequence(text: string, open: number, close: string, item: (start: number) => Scan): Scan {
  for (let at = after(filler, text, open + 1); ;) {
    if (text[at] === close) return { whole: true, at: at + 1 };
    const scan = item(at);
    if (!scan.whole) return scan;
    at = after(filler, text, scan.at);
    if (text[at] === ",") at = after(filler, text, at + 1);
    else if (text[at] !== close) return { whole: false, at };
  }
}

function member(text: string, start: number, readKey: ReadKey, depth: number): Scan {
  const key = readKey(text, start);
  if (!key.whole || text[key.at] !== "=") return { whole: false, at: key.at };
  return tomlValue(text, after(blank, text, key.at + 1), readKey, depth);
}
