import { visibleWidth } from "@earendil-works/pi-tui";
import { setupPhrases as say } from "../../text/phrases/setup.ts";
import { visible } from "../../text/visible.ts";
import { oneLine, wrapped } from "../cli/lines.ts";
import type { Paint } from "../cli/theme/paint.ts";
import { type Field, matching } from "./field.ts";
import type { Option, Question } from "./flow.ts";

type Room = { readonly width: number; readonly rows: number };

/** A question as it stands on the screen; long lists show the part around the cursor. */
export function questionLines(question: Question, field: Field, room: Room, paint: Paint): readonly string[] {
  const { width } = room;
  const notes = question.notes.flatMap((note) => wrapped(visible(note), width, "  ")).map((line) => paint.dim(line));
  const head = ["", ...wrapped(paint.bold(visible(question.title)), width), ...notes];
  const keys = wrapped(question.kind === "choice" ? say.chooseKeys : say.writeKeys, width).map((line) =>
    paint.dim(line),
  );
  const height = Math.max(3, room.rows - head.length - keys.length - 4);
  const body =
    question.kind === "choice"
      ? listLines(question, field, { width, rows: height }, paint)
      : inputLines(question, field, width, paint);
  return [...head, ...body, ...keys];
}

function inputLines(question: Question, { text }: Field, width: number, paint: Paint): readonly string[] {
  const shown = question.kind === "secret" ? "•".repeat(Array.from(text).length) : visible(text);
  const kept =
    question.current === null ? [] : [paint.dim(oneLine(`  ${say.keeps(visible(question.current))}`, width))];
  return [...kept, lastPart(`❯ ${shown}▏`, width)];
}

/** Of a long line the end is what is being written. */
function lastPart(line: string, width: number): string {
  const letters = Array.from(line);
  return letters.length <= width ? line : `…${letters.slice(letters.length - width + 1).join("")}`;
}

function listLines(question: Question, field: Field, { width, rows }: Room, paint: Paint): readonly string[] {
  const options = matching(question, field);
  const filter = field.text === "" ? [] : [lastPart(`/ ${visible(field.text)}▏`, width)];
  if (options.length === 0) return [...filter, paint.dim(`  ${say.noMatch}`)];
  const from = Math.max(0, Math.min(field.cursor - Math.floor(rows / 2), options.length - rows));
  const shown = options.slice(from, from + rows);
  const wide = Math.min(Math.max(...options.map(({ label }) => label.length)), Math.floor(width / 2));
  const lines = shown.map((option, at) =>
    optionLine(option, { wide, width, isTaken: from + at === field.cursor }, paint),
  );
  const hidden = options.length - shown.length;
  const more = hidden === 0 ? [] : [paint.dim(`  ${say.more(from, options.length - from - shown.length)}`)];
  return [...filter, ...lines, ...more];
}

type Place = { readonly wide: number; readonly width: number; readonly isTaken: boolean };

function optionLine({ label, detail }: Option, { wide, width, isTaken }: Place, paint: Paint): string {
  const line = `${isTaken ? "❯" : " "} ${visible(label).padEnd(wide)}  `;
  const rest = width - visibleWidth(line);
  const whole = rest < 8 ? oneLine(line.trimEnd(), width) : line + paint.dim(oneLine(visible(detail), rest));
  return isTaken ? paint.accent(whole) : whole;
}
