/** One line of the table. A limit is a ratio against what stands beside, or an absolute number. */
export type Figure = {
  readonly name: string;
  readonly unit: "ms" | "MB" | "tokens" | "%";
  readonly ours: number;
  readonly bare: number | null;
  readonly limit: { readonly kind: "ratio" | "at most" | "at least"; readonly value: number } | null;
};

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** Of several rounds, the one a quarter from the best: whatever else runs on the machine only ever adds time. */
export function calmRound(rounds: readonly number[]): number {
  return rounds.toSorted((a, b) => a - b)[Math.floor(rounds.length / 4)] ?? NaN;
}

/** null: nothing was promised. What could not be measured does not hold. */
export function holds({ ours, bare, limit }: Figure): boolean | null {
  if (limit === null) return null;
  if (limit.kind === "at least") return ours >= limit.value;
  return limit.kind === "at most" ? ours <= limit.value : ours / (bare ?? NaN) <= limit.value;
}

export function table(figures: readonly Figure[]): string {
  const rows = [["figure", "hermes", "beside", "ratio", "limit", ""], ...figures.map(row)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((cells) => line(cells).trimEnd()).join("\n");
}

function row(figure: Figure): readonly string[] {
  const { name, unit, ours, bare } = figure;
  return [
    name,
    `${shown(ours)} ${unit}`,
    bare === null ? "" : `${shown(bare)} ${unit}`,
    bare === null ? "" : `${(ours / bare).toFixed(2)} x`,
    limitText(figure),
    verdict(figure),
  ];
}

function shown(value: number): string {
  if (Number.isInteger(value) || value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}

function limitText({ limit, unit }: Figure): string {
  if (limit === null) return "";
  const least = limit.kind === "at least" ? "at least " : "";
  return limit.kind === "ratio" ? `${limit.value} x` : `${least}${limit.value} ${unit}`;
}

function verdict(figure: Figure): string {
  const held = holds(figure);
  return held === null ? "" : held ? "ok" : "OVER";
}
