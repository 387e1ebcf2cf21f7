import { fitWidth, padEndTo, padStartTo, textWidth } from "../../text/text-width.ts";
import { visible } from "../../text/visible.ts";
import { bar } from "./charts.ts";
import type { Paint } from "./paint.ts";

export type Table = {
  /** Of the columns behind the first, which is the name. */
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
  /** Whether there is a bar behind each row, as long as its weight. */
  readonly bars?: boolean;
  /** Columns that go first where there is not enough room. */
  readonly spare?: readonly string[];
};

export type Row = { readonly name: string; readonly cells: readonly string[]; readonly weight?: number };

const gap = "  ";
const shortestName = 12;
const longestName = 44;
const [shortestBar, longestBar] = [6, 24];
const stackedBelow = 60; // columns
const barRoom = shortestBar + gap.length;

/** Names to the left and shortened where they must be, figures to the right, no line longer than `columns`. */
export function tableLines(table: Table, columns: number, paint: Paint): readonly string[] {
  const { heads, rows, bars = false } = table;
  const names = rows.map(({ name }) => visible(name).replaceAll(/\s/g, " "));
  const widths = widthsOf(table);
  const figures = widths.reduce((sum, width) => sum + width + gap.length, 0);
  const widest = Math.min(longestName, Math.max(...names.map(textWidth), 1));
  const shortest = Math.min(shortestName, widest);
  const nameWidth = Math.max(shortest, Math.min(widest, columns - gap.length - figures - (bars ? barRoom : 0)));
  const isTight = nameWidth < widest || columns < gap.length + nameWidth + figures;
  if (columns < stackedBelow && isTight) return stackedLines(table, names, columns, paint);
  const left = columns - gap.length * 2 - nameWidth - figures;
  if (left + gap.length < 0 && hasSpare(table)) return tableLines(withoutSpare(table), columns, paint);
  const most = Math.max(0, ...rows.map(({ weight = 0 }) => weight));
  const line = (name: string, cells: readonly string[]): string =>
    `${gap}${padEndTo(fitWidth(name, nameWidth), nameWidth)}${widths.map((width, at) => gap + padStartTo(cells[at] ?? "", width)).join("")}`;
  const body = rows.map(({ cells, weight = 0 }, at) => {
    const drawn = bars && left >= shortestBar ? gap + paint.bar(bar(weight, most, Math.min(left, longestBar))) : "";
    return (line(names[at] ?? "", cells) + drawn).trimEnd();
  });
  const head = heads.some((text) => text !== "") ? [paint.faint(line("", heads).trimEnd())] : [];
  return [...head, ...body];
}

/** Where a row has no room beside itself: its name, and below it what each figure is. */
function stackedLines(
  { heads, rows }: Table,
  names: readonly string[],
  columns: number,
  paint: Paint,
): readonly string[] {
  const indent = gap + gap;
  return rows.flatMap(({ cells }, at) => {
    const figures = heads.flatMap((head, index) => {
      const cell = cells[index] ?? "";
      return cell === "" ? [] : [head === "" ? cell : `${head} ${cell}`];
    });
    const below = wrapped(figures.map(unbroken).join(", "), columns - indent.length);
    const name = fitWidth(names[at] ?? "", columns - gap.length);
    return [`${gap}${name}`, ...below.map((line) => indent + paint.faint(line.replaceAll(noBreak, " ")))];
  });
}

const noBreak = "\u00A0"; // a figure stays with its name

function unbroken(text: string): string {
  return text.replaceAll(" ", noBreak);
}

function widthsOf({ heads, rows }: Table): readonly number[] {
  return heads.map((head, at) => Math.max(textWidth(head), ...rows.map(({ cells }) => textWidth(cells[at] ?? ""))));
}

function hasSpare({ heads, spare = [] }: Table): boolean {
  return heads.some((head) => head === spare[0]);
}

function withoutSpare(table: Table): Table {
  const { heads, rows, spare = [] } = table;
  const out = heads.findIndex((head) => head === spare[0]);
  const kept = <T>(items: readonly T[]): readonly T[] => items.filter((_, at) => at !== out);
  return {
    ...table,
    heads: kept(heads),
    rows: rows.map((row) => ({ ...row, cells: kept(row.cells) })),
    spare: spare.slice(1),
  };
}

/** Facts with their names in front; what is too long goes on below itself. */
export function factLines(
  facts: readonly (readonly [string, string])[],
  columns: number,
  paint: Paint,
): readonly string[] {
  const width = Math.max(0, ...facts.map(([name]) => textWidth(name)));
  const room = Math.max(20, columns - gap.length * 2 - width);
  return facts.flatMap(([name, text]) =>
    wrapped(text, room).map((part, at) => `${gap}${paint.faint(padEndTo(at === 0 ? name : "", width))}${gap}${part}`),
  );
}

function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(last) + 1 + textWidth(word) <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
