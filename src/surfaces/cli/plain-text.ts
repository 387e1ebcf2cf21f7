import type { Question } from "../../domain/approval.ts";
import { visible } from "../../text/visible.ts";
import { blockLines, type Look } from "./block-lines.ts";
import type { Block } from "./screen.ts";

/** A block without decoration; an answer stays the text it is. */
export function plainBlock(block: Block, look: Look): string {
  if (block.kind === "question") return "";
  const lines = block.kind === "text" ? ["", block.text] : blockLines(block, look);
  return `${lines.join("\n")}\n`;
}

export function plainQuestion({ text, choices }: Question): string {
  const listed = choices.map((choice, index) => `  ${index + 1}. ${visible(choice)}`);
  return `${["", visible(text), ...listed].join("\n")}\n`;
}
