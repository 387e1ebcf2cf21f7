import { firstChars } from "../../../text/code-points.ts";

const longest = 200;
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name or topic somebody else chose: one line in quotes which it cannot end by itself. */
export function label(text: string): string {
  return `"${firstChars(plainLine(text), longest)}"`;
}

function plainLine(text: string): string {
  const seen = text.toWellFormed().replaceAll(/\s+/g, " ").replaceAll(unseen, "").replaceAll("`", "");
  return seen.replaceAll(/["“”„]/g, "'").trim();
}
