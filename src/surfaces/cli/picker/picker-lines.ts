import { visibleWidth } from "@earendil-works/pi-tui";
import { plainLine } from "../../../commands/plain-text.ts";
import { ageOf } from "../../../commands/sessions/age.ts";
import { pickerPhrases as say } from "../../../text/phrases/picker.ts";
import { oneLine, wrapped } from "../lines.ts";
import type { Paint } from "../theme/paint.ts";
import { type Picker, type PickerRow, rowsShown } from "./picker-state.ts";

export type PickerFrame = {
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
  readonly nowMs: number;
};

type Column = { readonly width: number; readonly text: (row: PickerRow, nowMs: number) => string };

const longestText = 300;

/** The list as lines of the terminal. */
export function pickerLines(picker: Picker, frame: PickerFrame): string[] {
  const { width, paint } = frame;
  const head = paint.bold(oneLine(headOf(picker), width));
  const filter = oneLine(filterLine(picker), width);
  const foot = wrapped(footOf(picker), width).map((line) => paint.dim(line));
  const room = Math.max(1, frame.height - 2 - foot.length);
  const body = picker.mode.kind === "previewing" ? preview(picker.mode, room, frame) : list(picker, room, frame);
  return [head, filter, ...body, ...foot];
}

function headOf(picker: Picker): string {
  return say.head(rowsShown(picker).length, picker.isHereOnly);
}

function filterLine({ filter, mode, note }: Picker): string {
  if (note !== null) return note;
  if (mode.kind === "renaming") return say.renaming(mode.text);
  if (mode.kind === "deleting") return say.confirmDelete;
  if (filter === null) return "";
  return filter.isFullText ? say.searching(filter.text) : say.filtering(filter.text);
}

function footOf({ filter, mode }: Picker): string {
  if (mode.kind === "previewing") return say.previewKeys;
  if (mode.kind === "renaming") return say.renameKeys;
  return filter === null ? say.keys : say.filterKeys;
}

function preview(
  mode: { readonly text: string; readonly top: number },
  room: number,
  { width }: PickerFrame,
): string[] {
  const lines = wrapped(mode.text, width);
  const top = Math.min(mode.top, Math.max(0, lines.length - room));
  return lines.slice(top, top + room).map((line) => oneLine(line, width));
}

function list(picker: Picker, room: number, { width, paint, nowMs }: PickerFrame): string[] {
  const rows = rowsShown(picker);
  if (rows.length === 0) return [paint.dim(oneLine(`  ${say.none(picker.isHereOnly)}`, width))];
  const top = Math.max(0, Math.min(picker.cursor - Math.floor(room / 2), rows.length - room));
  const columns = columnsFor(width);
  return rows.slice(top, top + room).map((row, index) => {
    const isChosen = top + index === picker.cursor;
    const cells = columns.map((column) => cell(column.text(row, nowMs), column.width));
    const line = oneLine(`${isChosen ? "❯" : " "} ${cells.join("  ")}`.trimEnd(), width);
    return isChosen ? paint.bold(line) : line;
  });
}

/** Narrow windows lose the directory first, then the first words. */
function columnsFor(width: number): readonly Column[] {
  const age: Column = { width: 8, text: ({ atSeconds }, nowMs) => ageOf(atSeconds, nowMs) };
  const messages: Column = { width: 5, text: (row) => say.count(row.messages) };
  const state: Column = { width: 11, text: (row) => say.states[row.state] };
  const directory: Column = { width: 18, text: ({ cwd }) => lastPart(cwd ?? "", 18) };
  const fixed = [...(width >= 90 ? [directory] : []), age, ...(width >= 50 ? [messages] : []), state];
  const left = Math.max(8, width - 2 - fixed.reduce((sum, column) => sum + column.width + 2, 0));
  const titleWidth = width >= 60 ? Math.min(28, Math.floor(left * 0.45)) : left;
  const title: Column = { width: titleWidth, text: (row) => row.title ?? (width >= 60 ? say.untitled : row.preview) };
  const words: Column = { width: left - titleWidth - 2, text: (row) => row.preview };
  return [title, ...(width >= 60 ? [words] : []), ...fixed];
}

function cell(text: string, width: number): string {
  const cut = oneLine(plainLine(text, longestText), width);
  return cut + " ".repeat(Math.max(0, width - visibleWidth(cut)));
}

/** Of a long path its end says most. */
function lastPart(path: string, width: number): string {
  return path.length > width ? `…${path.slice(1 - width)}` : path;
}
