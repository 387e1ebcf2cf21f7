const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** A snippet as services send it, with marks of emphasis in it, as one line of words. */
export function plainWords(snippet: string, mostChars: number): string {
  const words = snippet
    .replaceAll(/<\/?(?:strong|b|em|i|mark|span|br)\b[^<>]{0,200}>/giu, "")
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/giu, (entity, decimal, hex, name) => {
      if (typeof name === "string") return named[name.toLowerCase()] ?? entity;
      return characterOf(typeof hex === "string" ? Number.parseInt(hex, 16) : Number(decimal)) ?? entity;
    })
    .replaceAll(/\s+/gu, " ")
    .trim();
  return (words.length > mostChars ? `${words.slice(0, mostChars - 1)}…` : words).toWellFormed();
}

function characterOf(code: number): string | null {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : null;
}
