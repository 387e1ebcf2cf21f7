const mostQuoted = 40; // lines of the quotation that are compared
const mostShown = 12;
const mostLooked = 20_000; // lines of the file
const wordPattern = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

/** The lines most like the quoted ones, numbered, their outer white space visible. Only for a message: never for a change. */
export function closestSection(text: string, old: string, redact: (text: string) => string): string | null {
  const lines = text.replaceAll("\r\n", "\n").split("\n", mostLooked);
  const wanted = old.trim().split(/\r?\n/).slice(0, mostQuoted).map(wordsOf);
  const words = lines.map(wordsOf);
  let best = { at: -1, score: 0 };
  for (let at = 0; at < lines.length; at += 1) {
    const score = wanted.reduce((sum, line, index) => sum + likeness(line, words[at + index]), 0);
    if (score > best.score) best = { at, score };
  }
  if (best.at === -1 || best.score < wanted.length * 0.3) return null;
  const shown = redact(lines.slice(best.at, best.at + Math.min(wanted.length, mostShown)).join("\n")).split("\n");
  return shown.map((line, index) => `${best.at + index + 1}|${visible(line)}`).join("\n");
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.slice(0, 500).match(wordPattern) ?? []);
}

/** Between 0 and 1: how many of their words two lines share. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string> | undefined): number {
  if (b === undefined || a.size === 0 || b.size === 0) return 0;
  return (2 * a.intersection(b).size) / (a.size + b.size);
}

function visible(line: string): string {
  const cut = line.length > 300 ? `${line.slice(0, 300).toWellFormed()}…` : line;
  return cut.replace(/^[ \t]+/, spacesVisible).replace(/[ \t]+$/, spacesVisible);
}

function spacesVisible(space: string): string {
  return space.replaceAll("\t", "→").replaceAll(" ", "·");
}
