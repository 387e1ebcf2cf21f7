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
  const shown = found.slice(first, first + mostShown).map((entry, index) => {
    const isHere = first + index === finder.cursor;
    const line = oneLine(`${isHere ? "❯" : " "} ${entryLine(entry, paint)}`, width);
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

function entryLine({ text, about }: FinderEntry, paint: Paint): string {
  const shown = visible(text.replaceAll(/\s*\n\s*/g, " ⏎ "));
  return about === "" ? shown : `${shown}  ${paint.dim(visible(about))}`;
}
