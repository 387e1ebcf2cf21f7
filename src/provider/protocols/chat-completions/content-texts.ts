import { isReceived, listIn, type Received, stringIn } from "../received.ts";

export type ContentTexts = { readonly visible: string; readonly thinking: string };

/** Content is a string, or a list in which some servers put their thinking. */
export function contentTexts(content: unknown): ContentTexts {
  if (typeof content === "string") return { visible: content, thinking: "" };
  const blocks = listIn(content).filter(isReceived);
  return {
    visible: blocks
      .filter((block) => !isThinking(block))
      .map((block) => stringIn(block, "text"))
      .join(""),
    thinking: blocks.filter(isThinking).map(thinkingText).join(""),
  };
}

function isThinking(block: Received): boolean {
  return /thinking|reasoning/.test(stringIn(block, "type"));
}

function thinkingText(block: Received): string {
  const inner = block["thinking"] ?? block["text"];
  return typeof inner === "string" ? inner : contentTexts(inner).visible;
}
