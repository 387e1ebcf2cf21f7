/** An answer as far as it is not finished: its text, how much of it was looked at, and the fence it stands in. */
export type OpenText = { readonly text: string; readonly scanned: number; readonly fence: string | null };

export type Grown = { readonly open: OpenText; readonly blocks: readonly string[] };

export const noText: OpenText = { text: "", scanned: 0, fence: null };

const fenceLine = /^\s*(`{3,}|~{3,})/;

/** Each blank line outside a fence finishes a block. What was looked at once is not looked at again. */
export function addText(before: OpenText, delta: string): Grown {
  const blocks: string[] = [];
  let { text, scanned, fence } = { ...before, text: before.text + delta };
  for (let end = text.indexOf("\n", scanned); end !== -1; end = text.indexOf("\n", scanned)) {
    const line = text.slice(scanned, end);
    if (fence === null && line.trim() === "") {
      if (scanned > 0) blocks.push(text.slice(0, scanned).trimEnd());
      text = text.slice(end + 1);
      scanned = 0;
      continue;
    }
    fence = fenceAfter(line, fence);
    scanned = end + 1;
  }
  return { open: { text, scanned, fence }, blocks };
}

/** What is left when nothing more will come; null: nothing. */
export function lastBlock({ text }: OpenText): string | null {
  return text.trim() === "" ? null : text.trimEnd();
}

/** The end of a long block, in a fence of its own where it was cut out of one. */
export function tailOf({ text, fence }: OpenText, mostLines: number): string {
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
