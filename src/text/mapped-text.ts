/** A text made from another by replacing parts of it, with the way back from places in it to places in the other. */
export type MappedText = {
  readonly text: string;
  /** The place in the source; null inside of what was replaced. */
  readonly source: (offset: number) => number | null;
};

type Edit = {
  readonly at: number;
  readonly end: number; // in the new text
  readonly drift: number; // from an offset behind it to the source
};

/** Replaces what the pattern (global) finds, except where the replacement is null. */
export function mapText(
  source: string,
  pattern: RegExp,
  replacement: (found: string, at: number) => string | null,
): MappedText {
  const edits: Edit[] = [];
  let [text, done, drift] = ["", 0, 0];
  for (const { 0: found, index } of source.matchAll(pattern)) {
    const put = replacement(found, index);
    if (put === null || put === found) continue;
    text += source.slice(done, index);
    drift += found.length - put.length;
    edits.push({ at: text.length, end: text.length + put.length, drift });
    text += put;
    done = index + found.length;
  }
  return edits.length === 0
    ? { text: source, source: (offset) => offset }
    : { text: text + source.slice(done), source: (offset) => sourceOf(offset, edits) };
}

/** The way back through both. */
export function composed(inner: MappedText, outer: MappedText): MappedText {
  return {
    text: outer.text,
    source: (offset) => {
      const between = outer.source(offset);
      return between === null ? null : inner.source(between);
    },
  };
}

function sourceOf(offset: number, edits: readonly Edit[]): number | null {
  let [low, high] = [0, edits.length]; // edits before `low` start before the offset
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edits[middle]?.at ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  const edit = edits[low - 1];
  if (edit === undefined) return offset;
  return offset < edit.end ? null : offset + edit.drift;
}
