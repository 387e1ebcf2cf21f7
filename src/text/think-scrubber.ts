import { isLineStart, startOfPartialTag } from "./line-start.ts";
import type { Scrubber } from "./stream-scrubber.ts";
import { thinkNames } from "./think-tags.ts";

const anyTag = new RegExp(`<(/?)(${thinkNames.join("|")})>`, "i");
const allTags = thinkNames.flatMap((name) => [`<${name}>`, `</${name}>`]);
const closers = new Map<string, RegExp>(thinkNames.map((name) => [name, new RegExp(`</${name}>`, "i")]));

/** A thought opened in mid-line is taken out only if it is this short: a sentence about the tag must not wait longer. */
export const longestAside = 200;

type State = {
  /** The name of the block whose end is awaited. */
  block: string | null;
  held: string;
  lineStart: boolean;
  /** White space behind an orphan tag goes with it. */
  skipsSpace: boolean;
};

const fresh = (): State => ({ block: null, held: "", lineStart: true, skipsSpace: false });

/** Takes thinking out of a stream of text, cut at any place. */
export function createThinkScrubber(): Scrubber {
  let state = fresh();
  const run = (text: string, isLast: boolean): string => {
    const shown: string[] = [];
    state.held = "";
    for (let rest: string | null = text; rest !== null && rest !== "";) rest = step(state, rest, { isLast, shown });
    return shown.join("");
  };
  return {
    push: (delta) => run(state.held + delta, false),
    end: () => {
      const last = run(state.held, true);
      state = fresh();
      return last;
    },
    reset: () => void (state = fresh()),
  };
}

type Output = { readonly isLast: boolean; readonly shown: string[] };

/** Reads up to the next decision. What comes back is still to be read; null: the next delta decides. */
function step(state: State, rest: string, output: Output): string | null {
  if (state.block !== null) return insideBlock(state, rest, state.block);
  if (state.skipsSpace) return skipSpace(state, rest);
  const tag = anyTag.exec(rest);
  if (tag === null) return plainText(state, rest, output);
  show(state, rest.slice(0, tag.index), output);
  const from = rest.slice(tag.index);
  const behind = from.slice(tag[0].length);
  const name = tag[2]?.toLowerCase() ?? "";
  if (tag[1] === "/") {
    state.skipsSpace = true;
    return behind;
  }
  if (!state.lineStart) return aside(state, from, { name, tag: tag[0] }, output);
  state.block = name;
  return behind;
}

function insideBlock(state: State, rest: string, name: string): string | null {
  const close = closers.get(name)?.exec(rest) ?? null;
  if (close === null) {
    state.held = rest.slice(startOfPartialTag(rest, [`</${name}>`]));
    return null;
  }
  state.block = null;
  return rest.slice(close.index + close[0].length);
}

function skipSpace(state: State, rest: string): string {
  const text = rest.trimStart();
  state.lineStart = isLineStart(state.lineStart, rest.slice(0, rest.length - text.length));
  state.skipsSpace = text === "";
  return text;
}

function plainText(state: State, rest: string, output: Output): null {
  const end = output.isLast ? rest.length : startOfPartialTag(rest, allTags);
  show(state, rest.slice(0, end), output);
  state.held = rest.slice(end);
  return null;
}

type OpenTag = { readonly name: string; readonly tag: string };

/** An open tag in mid-line: a short thought if it is closed soon, else words about the tag. */
function aside(state: State, from: string, { name, tag }: OpenTag, output: Output): string | null {
  const reach = tag.length + longestAside + `</${name}>`.length;
  const close = closers.get(name)?.exec(from.slice(0, reach)) ?? null;
  if (close !== null) return from.slice(close.index + close[0].length);
  if (from.length < reach && !output.isLast) {
    state.held = from;
    return null;
  }
  show(state, tag, output);
  return from.slice(tag.length);
}

function show(state: State, text: string, { shown }: Output): void {
  if (text === "") return;
  shown.push(text);
  state.lineStart = isLineStart(state.lineStart, text);
}
