import type xterm from "@xterm/headless";

/** Neighbouring cells that look the same. */
export type Run = {
  readonly text: string;
  readonly column: number;
  readonly columns: number;
  readonly color: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly dim: boolean;
  /** Light and dark change places, as where the cursor is. */
  readonly inverse: boolean;
};

const foreground = "#d5d9e5";
const sixteen = [
  "#4a5068",
  "#ff7a85",
  "#8fd694",
  "#f2c26b",
  "#7aa8ff",
  "#c99bf5",
  "#6ed3d8",
  "#d5d9e5",
  "#8087a2",
  "#ff9aa2",
  "#a8e6ab",
  "#ffd88f",
  "#9dc0ff",
  "#dbb8ff",
  "#93e4e8",
  "#ffffff",
] as const;
const levels = [0, 95, 135, 175, 215, 255] as const;

type Cell = NonNullable<ReturnType<xterm.IBufferLine["getCell"]>>;

/** What a terminal shows, row by row, with its colours, down to the last row that shows anything. */
export function readScreen(screen: xterm.Terminal): readonly (readonly Run[])[] {
  const { active } = screen.buffer;
  const rows = Array.from({ length: screen.rows }, (_, row) => runsOf(active.getLine(active.baseY + row), screen.cols));
  return rows.slice(0, rows.findLastIndex((runs) => runs.length > 0) + 1);
}

function runsOf(line: xterm.IBufferLine | undefined, columns: number): readonly Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < columns; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const one = runOf(cell, column);
    const last = runs.at(-1);
    if (last !== undefined && isAlike(last, one))
      runs[runs.length - 1] = { ...last, text: last.text + one.text, columns: last.columns + one.columns };
    else runs.push(one);
  }
  return runs.filter(({ text, inverse }) => inverse || text.trim() !== "");
}

function runOf(cell: Cell, column: number): Run {
  return {
    text: cell.getChars() === "" ? " " : cell.getChars(),
    column,
    columns: cell.getWidth(),
    color: cell.isFgDefault() ? foreground : colorOf(cell),
    bold: cell.isBold() !== 0,
    italic: cell.isItalic() !== 0,
    dim: cell.isDim() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}

const looks = ["color", "bold", "italic", "dim", "inverse"] as const;

function isAlike(one: Run, other: Run): boolean {
  return looks.every((look) => one[look] === other[look]);
}

function colorOf(cell: Cell): string {
  const color = cell.getFgColor();
  if (cell.isFgRGB()) return `#${color.toString(16).padStart(6, "0")}`;
  if (color < 16) return sixteen[color] ?? foreground;
  if (color >= 232) return hex([8 + (color - 232) * 10, 8 + (color - 232) * 10, 8 + (color - 232) * 10]);
  const cube = color - 16;
  return hex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((level) => levels[level] ?? 0));
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
