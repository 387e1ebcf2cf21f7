import { padEndTo, padStartTo } from "../../text/text-width.ts";
import type { Paint } from "./paint.ts";

const rising = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const growing = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const widestCell = 3;

/** A lying bar; whatever is more than nothing is seen. */
export function bar(value: number, most: number, columns: number): string {
  if (value <= 0 || most <= 0) return "";
  const eighths = Math.max(1, Math.round((Math.min(value, most) / most) * columns * 8));
  return "█".repeat(Math.floor(eighths / 8)) + (growing[eighths % 8] ?? "");
}

export type ColumnChart = {
  readonly values: readonly (number | null)[];
  /** What a full column stands for, and how it is called. */
  readonly most: number;
  readonly label: (value: number) => string;
  readonly height: number;
  /** Words below, each beginning at a column of the chart; the last one ends with the last. */
  readonly ticks: readonly (readonly [index: number, text: string])[];
};

/** Standing bars over an axis, no wider than `columns`. There must be room for each value: see `gathered`. */
export function columnChart(chart: ColumnChart, columns: number, paint: Paint): readonly string[] {
  const { values, most, label, height } = chart;
  const [top, bottom] = [label(most), label(0)];
  const margin = Math.max(top.length, bottom.length);
  const cell = cellWidth(values.length, columns - margin - 3);
  const rows = Array.from({ length: height }, (_, row) => {
    const text = values.map((value) => cellText(eighthsIn(value ?? 0, most, height) - (height - 1 - row) * 8, cell));
    return `${paint.faint(`${padStartTo(row === 0 ? top : "", margin)} │`)}${paint.bar(text.join("").trimEnd())}`;
  });
  const axis = paint.faint(`${padStartTo(bottom, margin)} └${"─".repeat(values.length * cell)}`);
  return [...rows, axis, paint.faint(`${" ".repeat(margin + 2)}${ticksLine(chart, cell)}`)];
}

function eighthsIn(value: number, most: number, height: number): number {
  return value <= 0 || most <= 0 ? 0 : Math.max(1, Math.round((value / most) * height * 8));
}

/** Columns of several cells leave one free, so that they do not run together. */
function cellText(eighths: number, cell: number): string {
  const block = rising[Math.min(8, Math.max(0, eighths))] ?? " ";
  return cell === 1 ? block : `${block.repeat(cell - 1)} `;
}

function cellWidth(count: number, columns: number): number {
  return Math.max(1, Math.min(widestCell, Math.floor(columns / Math.max(1, count))));
}

function ticksLine({ values, ticks }: ColumnChart, cell: number): string {
  const width = values.length * cell;
  let line = "";
  for (const [index, text] of ticks) {
    const isLast = index === values.length - 1 && index > 0;
    const at = isLast ? Math.max(0, width - text.length) : index * cell;
    if (line !== "" && at < line.length + 1) continue; // no room behind the one before
    line = padEndTo(line, at) + text;
  }
  return line;
}

/** Neighbours are put together until there are at most `most` of them. */
export function gathered<T>(items: readonly T[], most: number): readonly (readonly T[])[] {
  const size = Math.ceil(items.length / Math.max(1, most));
  const groups = Math.ceil(items.length / Math.max(1, size));
  return Array.from({ length: groups }, (_, index) => items.slice(index * size, (index + 1) * size));
}
