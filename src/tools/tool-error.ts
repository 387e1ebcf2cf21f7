const longest = 2_048;
const roleTags = /<\/?\s*(?:system|user|assistant|tool|function|human|developer)\b[^>]{0,200}>|<\|[^|>]{0,64}\|>/gi;
const cdata = /<!\[CDATA\[|\]\]>/g;
const fences = /`{3,}|~{3,}/g;
const stackLine = /\n\s{2,}at [^\n]*/g;

/** What the model may read about something that was thrown: words, no markup it could obey, nothing about our insides. */
export function errorText(error: unknown, installation: string): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const clean = message
    .slice(0, 8 * longest)
    .replaceAll(installation === "" ? /(?!)/g : installation, "")
    .replaceAll(stackLine, "")
    .replaceAll(roleTags, "")
    .replaceAll(cdata, "")
    .replaceAll(fences, "")
    .trim();
  const text = clean || "The tool failed without a message";
  return (text.length > longest ? `${text.slice(0, longest - 1)}…` : text).toWellFormed();
}
