// npm run bench:cost: what prompts cost beside the least they could cost, for every layout and API mode.
import { allCells, type Cell, holds } from "./cells.ts";

const cells = allCells();
process.stdout.write(`${table(cells)}\n`);
const broken = cells.filter((cell) => !holds(cell));
for (const cell of broken) process.stdout.write(`${cell.column}, ${cell.trace}: ${verdict(cell)}\n`);
if (broken.length > 0) process.exitCode = 1;

function table(all: readonly Cell[]): string {
  const columns = [...new Set(all.map(({ column }) => column))];
  const names = [...new Set(all.map(({ trace }) => trace))];
  const width = Math.max(...columns.map(({ length }) => length));
  const head = ["".padEnd(width), ...names.map((name) => name.split(" ")[0]?.padStart(6))].join(" ");
  const rows = columns.map((column) => {
    const values = names.map((name) => all.find((cell) => cell.column === column && cell.trace === name));
    return [column.padEnd(width), ...values.map((cell) => shown(cell).padStart(6))].join(" ");
  });
  return [head, ...rows].join("\n");
}

function shown(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  return `${cell.ratio.toFixed(2)}${holds(cell) ? "" : "!"}`;
}

function verdict({ ratio, expected, limit }: Cell): string {
  return limit === null ? `${ratio.toFixed(3)} instead of ${expected}` : `${ratio.toFixed(3)} is above ${limit}`;
}
