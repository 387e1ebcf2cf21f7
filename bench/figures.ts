/** One line of the table. A limit is a ratio against the bare loop, or an absolute number where there is nothing to compare. */
export type Figure = {
  readonly name: string;
  readonly unit: "ms" | "MB" | "tokens";
  readonly ours: number;
  readonly bare: number | null;
  readonly limit: { readonly kind: "ratio" | "at most"; readonly value: number } | null;
};

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

export function holds({ ours, bare, limit }: Figure): boolean | null {
  if (limit === null) return null;
  if (limit.kind === "at most") return ours <= limit.value;
  return bare === null ? null : ours / bare <= limit.value;
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    `${shown(figure.ours)} ${figure.unit}`,
    figure.bare === null ? "" : `${shown(figure.bare)} ${figure.unit}`,
    figure.bare === null ? "" : `${(figure.ours / figure.bare).toFixed(2)} x`,
    limitText(figure),
    verdict(figure),
  ]);
  const all = [["figure", "hermes", "bare loop", "ratio", "limit", ""], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}

function limitText({ limit, unit }: Figure): string {
  if (limit === null) return "";
  return limit.kind === "ratio" ? `${limit.value} x` : `${limit.value} ${unit}`;
}

function verdict(figure: Figure): string {
  const held = holds(figure);
  return held === null ? "" : held ? "ok" : "OVER";
}
