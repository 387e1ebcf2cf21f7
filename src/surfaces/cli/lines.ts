import { truncateToWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";

/** One line that fits, cut with an ellipsis. */
export function oneLine(text: string, width: number): string {
  return truncateToWidth(text, Math.max(1, width), "…");
}

/** A text in lines that fit, each behind the same indent. */
export function wrapped(text: string, width: number, indent = ""): readonly string[] {
  const room = Math.max(1, width - indent.length);
  return text.split("\n").flatMap((line) => wrapTextWithAnsi(line, room).map((part) => `${indent}${part}`));
}

const escape = String.fromCodePoint(27);
const trailing = new RegExp(`[ \\t]+((?:${escape}\\[[\\d;]*m)*)$`);

/** Spaces at the end of a line would wrap into empty lines when the window gets narrower. */
export function withoutTrailingSpace(line: string): string {
  return line.replace(trailing, "$1");
}
