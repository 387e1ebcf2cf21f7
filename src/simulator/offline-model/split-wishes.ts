const verbs = "list|show|read|open|print|run|execute|search|look|grep|write|create|make|save|put|remember";
const joint = new RegExp(
  String.raw`[,;.]?\s+(?:and\s+)?then\s*,?\s+|[,;]?\s+and\s+(?=(?:${verbs})\s)|[.;]\s+(?=(?:${verbs})\s)`,
  "gi",
);

/** Cuts a message where one request ends and the next begins; what stands in quotes is never cut. */
export function splitWishes(text: string): readonly string[] {
  const quotes = [...text.matchAll(/"[^"]*"|`[^`]*`|(?<=\s)'[^']*'/gs)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const cuts = [...text.matchAll(joint)].filter(
    ({ index }) => !quotes.some(({ start, end }) => start < index && index < end),
  );
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)];
  const ends = [...cuts.map((cut) => cut.index), text.length];
  return starts.map((start, index) => trimmed(text.slice(start, ends[index]))).filter((words) => words !== "");
}

/** A full stop ends a sentence and not a file name: only the last mark goes. */
function trimmed(words: string): string {
  return words
    .trim()
    .replace(/(?<=\S)[.!?]$/, "")
    .trim();
}
