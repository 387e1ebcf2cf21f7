import type { RedactionHit } from "./secret-patterns.ts";

const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** One piece of a key; pieces are bounded because the matcher's stack is. */
const piece = /(?:[A-Za-z0-9+/=\s\\]|[A-Za-z-]{1,20}: [\w,. -]{1,80}){1,10000}/y;
const filledLine = /[^\r\n]*\S[^\r\n]*/g;
const leastKeyChars = 40;

/** The lines that name a key stay, each line between them is masked. A key cut off before its end is masked as far as it goes. */
export function maskPrivateKeys(text: string, hits: RedactionHit[]): string {
  if (!text.includes("PRIVATE KEY")) return text;
  let result = "";
  let done = 0;
  for (const found of text.matchAll(begin)) {
    const start = found.index + found[0].length;
    if (start < done) continue;
    const secret = text.slice(start, endOfKey(text, start));
    if (secret.trim().length < leastKeyChars) continue; // prose about keys
    result += text.slice(done, start) + secret.replaceAll(filledLine, (line) => masked(line, hits));
    done = start + secret.length;
  }
  return result + text.slice(done);
}

function endOfKey(text: string, start: number): number {
  let end = start;
  piece.lastIndex = end;
  while (piece.test(text)) end = piece.lastIndex;
  return end;
}

function masked(original: string, hits: RedactionHit[]): string {
  hits.push({ mask: "***", original });
  return "***";
}
