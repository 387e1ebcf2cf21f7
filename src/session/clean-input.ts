import type { Content } from "../domain/message.ts";
import { wellFormed } from "../text/well-formed.ts";

const leakedBlock = /<memory-context>[\s\S]*?<\/memory-context>/gi;
const leakedTag = /<\/?memory-context>/gi;

/** What a person sends, fit to be stored and sent: no broken characters, no recalled memory pasted back. */
export function cleanInput(content: Content): Content {
  if (typeof content === "string") return cleanText(content);
  return content.map((part) => (part.type === "text" ? { type: "text", text: cleanText(part.text) } : part));
}

function cleanText(text: string): string {
  const whole = wellFormed(text);
  const clean = whole.replaceAll(leakedBlock, "").replaceAll(leakedTag, "");
  return clean === whole ? whole : clean.trim();
}
