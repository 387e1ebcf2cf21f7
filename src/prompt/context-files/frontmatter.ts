const opening = /^---[ \t]*\n/;
const closing = /^(?:---|\.\.\.)$/m;

/** The text behind a leading YAML block; one that is never closed is text like any other. */
export function withoutFrontmatter(text: string): string {
  const start = opening.exec(text)?.[0].length;
  if (start === undefined) return text;
  const rest = text.slice(start);
  const end = closing.exec(rest);
  return end === null ? text : rest.slice(end.index + end[0].length).trimStart();
}
