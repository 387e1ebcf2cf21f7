/** Whether a text that goes on behind `text` stands at the start of a line, white space aside. */
export function isLineStart(before: boolean, text: string): boolean {
  const line = text.lastIndexOf("\n");
  return (before || line !== -1) && text.slice(line + 1).trim() === "";
}

/** Where the end of a text could be the beginning of one of the tags; the length of the text if it could not. */
export function startOfPartialTag(text: string, tags: readonly string[]): number {
  const at = text.lastIndexOf("<");
  if (at === -1) return text.length;
  const tail = text.slice(at).toLowerCase();
  return tags.some((tag) => tag.length > tail.length && tag.startsWith(tail)) ? at : text.length;
}
