import type { FoundLine } from "./engine.ts";

/** One page of an answer. `total` counts everything found, `shown` what this page holds of it. */
export type Presented = {
  readonly total: number;
  readonly shown: number;
  readonly fields: Readonly<Record<string, unknown>>;
};

type Page = {
  readonly output_mode: "content" | "files_only" | "count";
  readonly limit: number;
  readonly offset: number;
  readonly context: number;
};

/** Lines as grep prints them: `path:line:text` for a match, `path-line-text` for one beside it. */
export function presentLines(
  found: readonly FoundLine[],
  page: Page,
  shownPath: (path: string) => string,
  redact: (text: string) => string,
): Presented {
  const lines = found.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  const [from, size] = [Math.max(0, page.offset), Math.max(1, page.limit)];
  const matches = lines.filter(({ match }) => match);
  if (page.output_mode === "content") {
    const chosen = new Set(matches.slice(from, from + size));
    const beside = new Set([...chosen].flatMap((line) => around(line, page.context)));
    const shown = lines.filter((line) => chosen.has(line) || (!line.match && beside.has(keyOf(line.path, line.line))));
    const printed = shown.map((line) => print(line, shownPath, redact));
    return { total: matches.length, shown: chosen.size, fields: { matches: printed } };
  }
  const counts = [...Map.groupBy(matches, ({ path }) => path)].map(
    ([path, hits]) => [shownPath(path), hits.length] as const,
  );
  const chosen = counts.slice(from, from + size);
  const fields =
    page.output_mode === "count" ? { counts: Object.fromEntries(chosen) } : { files: chosen.map(([path]) => path) };
  return { total: counts.length, shown: chosen.length, fields };
}

/** Context lines come with the match they surround. */
function around({ path, line }: FoundLine, context: number): readonly string[] {
  return Array.from({ length: 2 * context + 1 }, (_, index) => keyOf(path, line - context + index));
}

function keyOf(path: string, line: number): string {
  return `${line}:${path}`;
}

function print(
  { path, line, text, match }: FoundLine,
  shownPath: (path: string) => string,
  redact: (text: string) => string,
): string {
  const mark = match ? ":" : "-";
  return `${shownPath(path)}${mark}${line}${mark}${redact(text)}`;
}
