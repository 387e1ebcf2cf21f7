/** An answer as far as it is not finished: its whole lines, the one that is still written, and the fence it stands in. */
export type OpenText = { readonly lines: string; readonly line: string; readonly fence: string | null };

export type Grown = { readonly open: OpenText; readonly blocks: readonly string[] };

export const noText: OpenText = { lines: "", line: "", fence: null };

const fenceLine = /^\s*(`{3,}|~{3,})/;

/**
 * Each blank line outside a fence finishes a block. Whole lines are only added to, never looked into: reading them once
 * for each piece that comes would make a long block slower and slower.
 */
export function addText(before: OpenText, delta: string): Grown {
  const blocks: string[] = [];
  const pieces = (before.line + delta).split("\n");
  const open = pieces.pop() ?? "";
  let { lines, fence } = before;
  for (const line of pieces) {
    if (fence === null && line.trim() === "") {
      if (lines !== "") blocks.push(lines.trimEnd());
      lines = "";
      continue;
    }
    fence = fenceAfter(line, fence);
    lines += `${line}\n`;
  }
  return { open: { lines, line: open, fence }, blocks };
}

export function isEmpty({ lines, line }: OpenText): boolean {
  return lines === "" && line.trim() === "";
}

/** What is left when nothing more will come; null: nothing. */
export function lastBlock({ lines, line }: OpenText): string | null {
  const text = (lines + line).trimEnd();
  return text === "" ? null : text;
}

/** The end of a long block, in a fence of its own where it was cut out of one. */
export function tailOf({ lines, line, fence }: OpenText, mostLines: number): string {
  const text = lines + line;
  let from = text.length;
  for (let left = mostLines; left > 0; left--) {
    from = from === 0 ? -1 : text.lastIndexOf("\n", from - 1);
    if (from === -1) return text;
  }
  const tail = text.slice(from + 1);
  return fence === null ? tail : `${fence}\n${tail}`;
}

function fenceAfter(line: string, fence: string | null): string | null {
  const mark = fenceLine.exec(line)?.[1];
  if (mark === undefined) return fence;
  if (fence === null) return mark;
  const closes = mark.startsWith(fence) && line.trim() === mark;
  return closes ? null : fence;
}
