import type { Content } from "../domain/message.ts";
import { wellFormed } from "../text/well-formed.ts";

const leakedTag = /<\s?(\/?)\s?memory-context\s?>/gi;

/** What a person sends, fit to be stored and sent: no broken characters, no recalled memory pasted back. */
export function cleanInput(content: Content): Content {
  if (typeof content === "string") return cleanText(content);
  return content.map((part) => (part.type === "text" ? { type: "text", text: cleanText(part.text) } : part));
}

function cleanText(text: string): string {
  const whole = wellFormed(text);
  const clean = withoutLeaks(whole);
  return clean === whole ? whole : clean.trim();
}

/** Until nothing is found: what is taken out may have kept two halves of another tag apart. */
function withoutLeaks(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  let inside = false;
  for (const { 0: tag, 1: slash, index } of text.matchAll(leakedTag)) {
    if (slash === "" && inside) continue;
    if (!inside) pieces.push(text.slice(at, index));
    inside = slash === "";
    at = index + tag.length;
  }
  if (at === 0) return text;
  pieces.push(text.slice(at).replaceAll(leakedTag, ""));
  return withoutLeaks(pieces.join(""));
}
