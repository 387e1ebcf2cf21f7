/** What became of one reference: text for the model, a line about why there is none, or neither when it was none. */
export type Attachment =
  | { readonly kind: "block"; readonly text: string; readonly warning?: string }
  | { readonly kind: "warning"; readonly text: string }
  | { readonly kind: "none" };

export function lineCount(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

/** A fence longer than any inside, so that the text cannot end it. */
export function fenced(text: string, language: string): string {
  const longest = text.match(/`{3,}/gu)?.reduce((most, run) => Math.max(most, run.length), 2) ?? 2;
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/u, "")}\n${fence}`;
}
