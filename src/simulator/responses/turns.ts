import type { PromptCall, Turn } from "../prompt.ts";
import { isMessage, textIn } from "./schema.ts";
import type { Item } from "./schema.ts";

/** Items that belong to one answer become one turn. */
export function turnsOf(items: readonly Item[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const item of items) {
    const turn = turnOf(item);
    const last = turns.at(-1);
    if (turn?.role === "assistant" && last?.role === "assistant") turns[turns.length - 1] = joined(last, turn);
    else if (turn !== null) turns.push(turn);
  }
  return turns;
}

export function systemOf(instructions: string | null | undefined, items: readonly Item[]): string {
  const texts = items.flatMap((item) =>
    isMessage(item) && (item.role === "system" || item.role === "developer") ? [textIn(item.content)] : [],
  );
  return [...(instructions === undefined || instructions === null ? [] : [instructions]), ...texts].join("\n\n");
}

type AssistantTurn = Extract<Turn, { role: "assistant" }>;

function turnOf(item: Item): Turn | null {
  if (isMessage(item)) {
    if (item.role === "system" || item.role === "developer") return null;
    const text = textIn(item.content);
    return item.role === "user" ? { role: "user", text } : { role: "assistant", text, calls: [] };
  }
  switch (item.type) {
    case "reasoning":
      return null;
    case "function_call": {
      const call: PromptCall = { id: item.call_id, name: item.name, arguments: item.arguments };
      return { role: "assistant", text: "", calls: [call] };
    }
    case "function_call_output":
      return { role: "tool", callId: item.call_id, text: textIn(item.output) };
  }
}

function joined(a: AssistantTurn, b: AssistantTurn): AssistantTurn {
  return { role: "assistant", text: [a.text, b.text].filter(Boolean).join("\n"), calls: [...a.calls, ...b.calls] };
}
