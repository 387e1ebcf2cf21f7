import type { Turn } from "../prompt.ts";
import type { Block, BodyMessage, ToolResultBlock } from "./schema.ts";
import { usesOf } from "./schema.ts";

export function turnsOf(messages: readonly BodyMessage[]): readonly Turn[] {
  return messages.flatMap((message) => (message.role === "user" ? userTurns(message) : [assistantTurn(message)]));
}

function userTurns({ content }: BodyMessage): readonly Turn[] {
  const results = content.flatMap((block): Turn[] =>
    block.type === "tool_result" ? [{ role: "tool", callId: block.tool_use_id, text: resultText(block) }] : [],
  );
  const isOnlyResults = results.length === content.length;
  return isOnlyResults ? results : [...results, { role: "user", text: textIn(content) }];
}

function assistantTurn(message: BodyMessage): Turn {
  const calls = usesOf(message).map(({ id, name, input }) => ({ id, name, arguments: JSON.stringify(input) }));
  return { role: "assistant", text: textIn(message.content), calls };
}

function resultText({ content = "" }: ToolResultBlock): string {
  return typeof content === "string" ? content : textIn(content);
}

function textIn(content: readonly Block[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
