import { isLineStart, startOfPartialTag } from "./line-start.ts";
import type { Scrubber } from "./stream-scrubber.ts";

const openTag = /<memory-context>/i;
const closeTag = /<\/memory-context>/i;
const opens = ["<memory-context>"];
const closes = ["</memory-context>"];

/** A recalled block opens alone on its line; the same tag inside a sentence is text about it. */
export function createMemoryScrubber(): Scrubber {
  let held = "";
  let inside = false;
  let lineStart = true;
  let shown = "";

  const show = (text: string): void => {
    shown += text;
    lineStart = isLineStart(lineStart, text);
  };

  const reset = (): void => {
    held = "";
    inside = false;
    lineStart = true;
  };

  /** The rest to go on with; null when the next delta must decide. */
  const insideBlock = (rest: string): string | null => {
    const close = closeTag.exec(rest);
    if (close === null) {
      held = rest.slice(startOfPartialTag(rest, closes));
      return null;
    }
    inside = false;
    return rest.slice(close.index + close[0].length);
  };

  const outside = (rest: string, isLast: boolean): string | null => {
    const open = openTag.exec(rest);
    if (open === null) {
      const end = isLast ? rest.length : startOfPartialTag(rest, opens);
      show(rest.slice(0, end));
      held = rest.slice(end);
      return null;
    }
    show(rest.slice(0, open.index));
    const behind = rest.slice(open.index + open[0].length);
    if (behind === "" && !isLast) {
      held = open[0];
      return null;
    }
    if (lineStart && /^[\r\n]/.test(behind)) inside = true;
    else show(open[0]);
    return behind;
  };

  const run = (text: string, isLast: boolean): string => {
    shown = "";
    held = "";
    for (let rest: string | null = text; rest !== null && rest !== "";) {
      rest = inside ? insideBlock(rest) : outside(rest, isLast);
    }
    return shown;
  };

  return {
    push: (delta) => run(held + delta, false),
    end: () => {
      const last = run(held, true);
      reset();
      return last;
    },
    reset,
  };
}
