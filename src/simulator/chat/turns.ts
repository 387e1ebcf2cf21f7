import type { Turn } from "../prompt.ts";
import { textOf } from "./schema.ts";
import type { ChatMessage } from "./schema.ts";

export function turnsOf(messages: readonly ChatMessage[]): readonly Turn[] {
  return messages.flatMap((message): Turn[] => {
    const text = textOf(message.content);
    switch (message.role) {
      case "system":
      case "developer":
        return [];
      case "user":
        return [{ role: "user", text }];
      case "tool":
        return [{ role: "tool", callId: message.tool_call_id, text }];
      case "assistant":
        return [{ role: "assistant", text, calls: (message.tool_calls ?? []).map(callOf) }];
    }
  });
}

export function systemOf(messages: readonly ChatMessage[]): string {
  return messages
    .filter(({ role }) => role === "system" || role === "developer")
    .map(({ content }) => textOf(content))
    .join("\n\n");
}

function callOf({ id, function: called }: { readonly id: string; readonly function: Called }) {
  return { id, name: called.name, arguments: called.arguments };
}

type Called = { readonly name: string; readonly arguments: string };
