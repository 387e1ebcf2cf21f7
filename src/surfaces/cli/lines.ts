import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";

/** One line that fits, cut with an ellipsis. */
export function oneLine(text: string, width: number): string {
  return truncateToWidth(text, Math.max(1, width), "…");
}

/** A text in lines that fit, each behind the same indent. */
export function wrapped(text: string, width: number, indent = ""): readonly string[] {
  const room = Math.max(1, width - indent.length);
  return text.split("\n").flatMap((line) => wrapTextWithAnsi(line, room).map((part) => `${indent}${part}`));
}

/** One line of a list, wrapped so that what goes on stands below the column it began in. */
export function hanging(line: string, width: number): readonly string[] {
  const lines = wrapTextWithAnsi(line, Math.max(1, width));
  const [first = ""] = lines;
  if (lines.length === 1 || !line.startsWith(first)) return lines;
  const column = visibleWidth(/^ *\S.*? {2,}(?=\S)|^ +(?=\S)/.exec(line)?.[0] ?? "");
  const indent = column > width / 2 ? 4 : column;
  return [first, ...wrapped(line.slice(first.length).trimStart(), width, " ".repeat(indent))];
}

const escape = String.fromCodePoint(27);
const trailing = new RegExp(`[ \\t]+((?:${escape}\\[[\\d;]*m)*)$`);

/** Spaces at the end of a line would wrap into empty lines when the window gets narrower. */
export function withoutTrailingSpace(line: string): string {
  return line.replace(trailing, "$1");
}
