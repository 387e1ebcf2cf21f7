import { visibleWidth } from "@earendil-works/pi-tui";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { isOpening, openingLines } from "./banner-lines.ts";
import type { Highlight } from "./code/highlighter.ts";
import { diffLines } from "./diff-lines.ts";
import { hanging, oneLine, wrapped } from "./lines.ts";
import { markdownLines } from "./markdown-lines.ts";
import type { Paint } from "./theme/paint.ts";
import type { Block } from "./screen.ts";

export const mostThoughtLines = 10;
const levels = { info: "dim", warning: "warn", error: "bad" } as const;

/** How blocks are to look. */
export type Look = {
  readonly width: number;
  readonly paint: Paint;
  readonly highlight?: Highlight;
  /** Thoughts are shown to their end. */
  readonly showsAllThoughts?: boolean;
};

/** A finished block as it is written to the scrollback. */
export function blockLines(block: Block, look: Look): readonly string[] {
  const { width, paint } = look;
  if (isOpening(block)) return openingLines(block, width, paint);
  switch (block.kind) {
    case "question":
      return [
        "",
        ...timeLine(block.time, paint),
        ...marked(block.text, paint.accent(paint.bold("›")), width, paint.bold),
      ];
    case "text":
      return ["", ...markdownLines(block.text, width, paint, look.highlight)];
    case "reasoning":
      return ["", ...reasoningLines(block.text, say.thought(block.durationMs), look)];
    case "tool":
      return [finishedTool(block, width, paint), ...detailLines(block.detail, width, paint)];
    case "child":
      return [childLine(block, width, paint)];
    case "diff":
      return diffLines(block.diff, width, paint);
    case "notice":
      return wrapped(block.text, width, "  ").map(paint[levels[block.level]]);
    case "summary":
      return ["", ...wrapped(block.text, width).map((line) => paint.dim(line))];
    case "said":
      return ["", ...block.text.split("\n").flatMap((line) => hanging(line, width))];
    case "output":
      return wrapped(block.text, width);
  }
}

function finishedTool(block: Extract<Block, { kind: "tool" }>, width: number, paint: Paint): string {
  const mark = block.ok ? paint.good("✓") : paint.bad("✗");
  const tail = paint.dim(say.duration(block.durationMs));
  return toolLine({ ...block, mark, tail }, width, paint);
}

function detailLines(detail: string | undefined, width: number, paint: Paint): readonly string[] {
  return detail === undefined ? [] : wrapped(detail, width, "    ").map(paint.dim);
}

function timeLine(time: string | undefined, paint: Paint): readonly string[] {
  return time === undefined ? [] : [paint.dim(time)];
}

type ToolLine = { readonly mark: string; readonly name: string; readonly preview: string; readonly tail: string };

/** The preview gives way, so that the outcome is seen in a narrow window too. */
export function toolLine({ mark, name, preview, tail }: ToolLine, width: number, paint: Paint): string {
  const head = `${mark} ${paint.bold(name)}`;
  const room = width - visibleWidth(`x ${name}`) - visibleWidth(tail) - 2;
  const shown = preview === "" || room < 4 ? "" : ` ${oneLine(preview, room)}`;
  return oneLine(`${head}${shown} ${tail}`, width);
}

/** Below the line of the call that started it. */
export function childLine({ goal, note, number }: ChildLine, width: number, paint: Paint): string {
  const mark = number === undefined ? "↳" : `↳ ${number}`; // while it runs it can be called by its number
  return oneLine(`  ${paint.dim(mark)} ${goal} ${paint.dim(note)}`, width);
}

type ChildLine = { readonly goal: string; readonly note: string; readonly number?: number };

function reasoningLines(text: string, head: string, { width, paint, showsAllThoughts }: Look): readonly string[] {
  const lines = wrapped(text, width, "  ");
  const hidden = showsAllThoughts === true ? 0 : lines.length - mostThoughtLines;
  const shown = hidden > 0 ? [...lines.slice(0, mostThoughtLines), `  ${say.hiddenLines(hidden)}`] : lines;
  return [paint.dim(oneLine(head, width)), ...shown.map((line) => paint.dim(line))];
}

function marked(text: string, mark: string, width: number, look: (text: string) => string): readonly string[] {
  const lines = wrapped(text, width, "  ");
  return lines.map((line, index) => (index === 0 ? `${mark} ${look(line.slice(2))}` : look(line)));
}
