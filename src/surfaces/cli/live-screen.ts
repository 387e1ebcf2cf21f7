import { truncateToWidth, TuiMainScreen, visibleWidth } from "@earendil-works/pi-tui";

const beginFrame = "\u001B[?2026h";
const endFrame = "\u001B[?2026l";
const clearBelow = "\u001B[J";
const clearLine = "\u001B[2K";

type Shown = {
  /** As they were made, and as they fit. */
  readonly made: readonly string[];
  readonly lines: readonly string[];
  readonly width: number;
  /** Where the cursor was left. */
  readonly cursor: { readonly row: number; readonly col: number };
};

const nothing: Shown = { made: [], lines: [], width: 0, cursor: { row: 0, col: 0 } };

/**
 * The library's screen with a painter of our own: only the live area is ever repainted. What is committed goes above
 * it, once, and belongs to the terminal's scrollback from then on, which is never cleared.
 */
export class LiveScreen extends TuiMainScreen {
  #shown: Shown = nothing;
  #committed: string[] = [];

  /** Lines that are final. They are written with the next frame. */
  commit(lines: readonly string[]): void {
    this.#committed.push(...lines);
  }

  /** Forgets what is on the screen: somebody else has written there. */
  forget(): void {
    this.#shown = nothing;
  }

  protected override doRender(): void {
    const { columns: width, rows } = this.terminal;
    const lines = this.render(width).slice(-Math.max(1, rows - 1));
    const cursor = this.extractCursorPosition(lines, rows) ?? { row: Math.max(0, lines.length - 1), col: 0 };
    const next: Shown = { made: lines, lines: this.#fitted(lines, width), width, cursor };
    const body = this.#isSameShape(next) ? this.#changes(next) : this.#anew(next);
    if (body !== "") this.terminal.write(`${beginFrame}${body}${endFrame}`);
    this.#shown = next;
  }

  protected override resetRenderState(): void {
    this.forget();
  }

  /** The live area goes; what was committed stays, and the shell's prompt follows it. */
  protected override beforeTerminalStop(): void {
    const rest = this.#committed.splice(0).map((line) => `${line}\r\n`);
    this.terminal.write(`${this.#toTop(this.terminal.columns)}${clearBelow}${rest.join("")}`);
    this.#shown = nothing;
  }

  /** What did not change since the last frame is not measured again. */
  #fitted(lines: readonly string[], width: number): readonly string[] {
    const { made, lines: fitted, width: widthBefore } = this.#shown;
    const fit = (line: string): string => (visibleWidth(line) > width ? truncateToWidth(line, width) : line);
    return lines.map((line, row) => (width === widthBefore && line === made[row] ? (fitted[row] ?? line) : fit(line)));
  }

  #isSameShape({ lines, width }: Shown): boolean {
    const { lines: before, width: widthBefore } = this.#shown;
    return this.#committed.length === 0 && before.length === lines.length && widthBefore === width;
  }

  /** From the first line that differs on: what was shown while it grew often stays where it is when it is final. */
  #anew(next: Shown): string {
    const { cursor, lines: before, width } = this.#shown;
    const all = [...this.#committed.splice(0), ...next.lines];
    const from = width === next.width ? sameLines(before, all) : 0;
    const there = from === 0 ? this.#toTop(next.width) : `${vertical(from - cursor.row)}\r`;
    const back = placed(next.lines.length - 1, next.cursor);
    return `${there}${clearBelow}${all.slice(from).join("\r\n")}${back}`;
  }

  #changes(next: Shown): string {
    const { lines: before, cursor } = this.#shown;
    let row = cursor.row;
    let written = "";
    for (const [index, line] of next.lines.entries()) {
      if (line === before[index]) continue;
      written += `${vertical(index - row)}\r${clearLine}${line}`;
      row = index;
    }
    const isStill = next.cursor.row === cursor.row && next.cursor.col === cursor.col;
    return written === "" && isStill ? "" : `${written}${placed(row, next.cursor)}`;
  }

  /** After a resize the terminal has wrapped our lines anew; they are counted as it did. */
  #toTop(width: number): string {
    const { lines, cursor } = this.#shown;
    const above = lines.slice(0, cursor.row).reduce((sum, line) => sum + rowsOf(line, width), 0);
    const within = Math.floor(Math.min(cursor.col, visibleWidth(lines[cursor.row] ?? "")) / Math.max(1, width));
    return `${vertical(-(above + within))}\r`;
  }
}

/** How many lines at the top are the same; never the last one, where writing has to begin. */
function sameLines(before: readonly string[], after: readonly string[]): number {
  const most = Math.max(0, Math.min(before.length, after.length) - 1);
  const first = before.slice(0, most).findIndex((line, row) => line !== after[row]);
  return first === -1 ? most : first;
}

function rowsOf(line: string, width: number): number {
  return Math.max(1, Math.ceil(visibleWidth(line) / Math.max(1, width)));
}

function placed(fromRow: number, { row, col }: Shown["cursor"]): string {
  return `${vertical(row - fromRow)}\r${col > 0 ? `\u001B[${col}C` : ""}`;
}

function vertical(rows: number): string {
  if (rows === 0) return "";
  return rows > 0 ? `\u001B[${rows}B` : `\u001B[${-rows}A`;
}
