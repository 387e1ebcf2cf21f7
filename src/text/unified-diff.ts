type LineEdit = { readonly sign: " " | "-" | "+"; readonly line: string };

const contextLines = 3;
const openEnd = "\n\\ No newline at end of file";
const mostCells = 4_000_000; // of the comparison table; beyond it the middle counts as rewritten

/** What changed between two texts, as `diff -u` shows it, without file names. Empty when nothing did. */
export function unifiedDiff(before: string, after: string): string {
  const edits = compareLines(linesOf(before), linesOf(after));
  const changed = edits.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  return hunksOf(changed, edits.length)
    .map(([start, end]) => hunk(edits, start, end))
    .join("\n");
}

/** A last line that does not end differs from one that does, and says so. */
function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  const last = lines.at(-1) ?? "";
  return last === "" ? lines.slice(0, -1) : [...lines.slice(0, -1), last + openEnd];
}

/** Two texts line by line: what stays, what goes and what comes. */
export function compareLines(a: readonly string[], b: readonly string[]): readonly LineEdit[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)] as const;
  return [...marked(" ", a.slice(0, head)), ...edit(...middle), ...marked(" ", a.slice(a.length - tail))];
}

function edit(a: readonly string[], b: readonly string[]): readonly LineEdit[] {
  if ((a.length + 1) * (b.length + 1) > mostCells) return [...marked("-", a), ...marked("+", b)];
  const width = b.length + 1;
  const table = commonLengths(a, b, width);
  const edits: LineEdit[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      edits.push({ sign: " ", line: left });
      [i, j] = [i + 1, j + 1];
    } else if (
      left !== undefined &&
      (right === undefined || at(table, (i + 1) * width + j) >= at(table, i * width + j + 1))
    ) {
      edits.push({ sign: "-", line: left });
      i += 1;
    } else if (right !== undefined) {
      edits.push({ sign: "+", line: right });
      j += 1;
    }
  }
  return edits;
}

/** Cell i, j: how many lines a from i and b from j have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[], width: number): Uint32Array {
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * width + j] =
        a[i] === b[j]
          ? at(table, (i + 1) * width + j + 1) + 1
          : Math.max(at(table, (i + 1) * width + j), at(table, i * width + j + 1));
    }
  }
  return table;
}

function at(table: Uint32Array, index: number): number {
  return table[index] ?? 0;
}

function marked(sign: LineEdit["sign"], lines: readonly string[]): LineEdit[] {
  return lines.map((line) => ({ sign, line }));
}

/** Changes closer than their context share a hunk. */
function hunksOf(changed: readonly number[], length: number): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = [];
  for (const index of changed) {
    const start = Math.max(0, index - contextLines);
    const end = Math.min(length, index + contextLines + 1);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else hunks.push([start, end]);
  }
  return hunks;
}

function hunk(edits: readonly LineEdit[], start: number, end: number): string {
  const before = edits.slice(0, start);
  const part = edits.slice(start, end);
  const count = (some: readonly LineEdit[], without: "-" | "+"): number =>
    some.filter(({ sign }) => sign !== without).length;
  const place = (without: "-" | "+"): string => {
    const [above, here] = [count(before, without), count(part, without)];
    return `${here === 0 ? above : above + 1},${here}`; // of nothing: behind which line
  };
  return [`@@ -${place("+")} +${place("-")} @@`, ...part.map(({ sign, line }) => sign + line)].join("\n");
}
