import type { Question } from "../../domain/approval.ts";
import { visible } from "../../text/visible.ts";
import { blockLines } from "./block-lines.ts";
import type { Paint } from "./theme/paint.ts";
import type { Block } from "./screen.ts";

/** A block without decoration; an answer stays the text it is. */
export function plainBlock(block: Block, width: number, paint: Paint): string {
  if (block.kind === "question") return "";
  const lines = block.kind === "text" ? ["", block.text] : blockLines(block, width, paint);
  return `${lines.join("\n")}\n`;
}

export function plainQuestion({ text, choices }: Question): string {
  const listed = choices.map((choice, index) => `  ${index + 1}. ${visible(choice)}`);
  return `${["", visible(text), ...listed].join("\n")}\n`;
}
