/** How far the quoted lines stood from the margin, and where the file has them. */
export type IndentPair = { readonly quoted: string; readonly actual: string };

const tabColumns = 4; // what a tab counts among spaces; only differences matter

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** The way from the model's indentation to the file's: known levels as they are, others by whole units of the file. */
export function reindenter(
  pairs: readonly IndentPair[],
  sentLines: readonly string[],
  fileLines: readonly string[],
): (indent: string) => string {
  if (pairs.every(({ quoted, actual }) => quoted === actual)) return (indent) => indent;
  const known = new Map(pairs.map(({ quoted, actual }) => [quoted, actual]));
  const levels = [...pairs].toSorted((a, b) => columns(a.quoted) - columns(b.quoted));
  const sentUnit = smallestStep(sentLines) ?? tabColumns;
  const unit = fileUnit(levels, sentUnit, fileLines);
  return (indent) => {
    const exact = known.get(indent);
    if (exact !== undefined) return exact;
    const base = levels.findLast(({ quoted }) => columns(quoted) <= columns(indent)) ?? levels[0];
    if (base === undefined) return indent;
    return shifted(base.actual, (columns(indent) - columns(base.quoted)) / sentUnit, unit);
  };
}

function shifted(base: string, levels: number, unit: string): string {
  if (levels < 0) return base.slice(0, Math.max(0, base.length + Math.round(levels * unit.length)));
  const whole = Math.floor(levels);
  const rest = Math.round((levels - whole) * (unit === "\t" ? tabColumns : unit.length));
  return base + unit.repeat(whole) + " ".repeat(rest);
}

/** One level in the file: a tab where the region has tabs, else what the matched lines or the whole file show. */
function fileUnit(levels: readonly IndentPair[], sentUnit: number, fileLines: readonly string[]): string {
  if (levels.some(({ actual }) => actual.includes("\t"))) return "\t";
  const [first, last] = [levels[0], levels.at(-1)];
  if (first !== undefined && last !== undefined && columns(last.quoted) > columns(first.quoted)) {
    const scale = (last.actual.length - first.actual.length) / (columns(last.quoted) - columns(first.quoted));
    if (scale > 0) return " ".repeat(Math.max(1, Math.round(scale * sentUnit)));
  }
  const tabs = fileLines.filter((line) => line.startsWith("\t")).length;
  const spaces = fileLines.filter((line) => line.startsWith("  ")).length;
  if (tabs > spaces) return "\t";
  return " ".repeat(commonStep(fileLines) ?? sentUnit);
}

function steps(lines: readonly string[]): readonly number[] {
  const depths = lines.filter((line) => line.trim() !== "").map((line) => columns(indentOf(line)));
  return depths.map((depth, index) => depth - (depths[index - 1] ?? depth)).filter((step) => step > 0);
}

function smallestStep(lines: readonly string[]): number | null {
  const found = steps(lines);
  return found.length === 0 ? null : Math.min(...found);
}

function commonStep(lines: readonly string[]): number | null {
  const counts = [...Map.groupBy(steps(lines), (step) => step)];
  const [most] = counts.toSorted(([a, as], [b, bs]) => bs.length - as.length || a - b);
  return most?.[0] ?? null;
}

function columns(indent: string): number {
  return indent.replaceAll("\t", " ".repeat(tabColumns)).length;
}
