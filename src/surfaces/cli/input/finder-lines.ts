import { inputPhrases as say } from "../../../text/phrases/input.ts";
import { visible } from "../../../text/visible.ts";
import { oneLine } from "../lines.ts";
import type { Paint } from "../theme/paint.ts";
import { type Finder, type FinderEntry, matchesOf } from "./finder.ts";

const mostShown = 6;

/** The open list, above the editor: the query, what matches it, and the keys. */
export function finderLines(finder: Finder, width: number, paint: Paint): readonly string[] {
  const found = matchesOf(finder);
  const first = Math.max(0, Math.min(finder.cursor - mostShown + 1, found.length - mostShown));
  const window = found.slice(first, first + mostShown);
  const column = Math.max(...finder.entries.map(({ text, about }) => (about === "" ? 0 : text.trimEnd().length)));
  const shown = window.map((entry, index) => {
    const isHere = first + index === finder.cursor;
    const line = oneLine(`${isHere ? "❯" : " "} ${entryLine(entry, column, paint)}`, width);
    return isHere ? paint.bold(line) : line;
  });
  const head = say.finderHead[finder.kind](found.length);
  return [
    "",
    paint.accent(oneLine(`${head}: ${visible(finder.query)}▏`, width)),
    ...(found.length === 0 ? [paint.dim(oneLine(`  ${say.noMatch}`, width))] : shown),
    paint.dim(oneLine(say.finderKeys, width)),
  ];
}

/** What entries are about stands in one column, behind the longest name. */
function entryLine({ text, about }: FinderEntry, column: number, paint: Paint): string {
  const shown = visible(text.trimEnd().replaceAll(/\s*\n\s*/g, " ⏎ "));
  return about === "" ? shown : `${shown.padEnd(column)}  ${paint.dim(visible(about))}`;
}
