import { z } from "zod";
import { callsOf, type Message } from "../../domain/message.ts";
import { replaced, type TodoItem } from "./items.ts";

const longestResult = 512_000;
const Result = z.object({ todos: z.array(z.unknown()) });

/** The list as the newest answer to a call of this tool left it; null: there is none. */
export function recalled(history: readonly Message[], tool: string): readonly TodoItem[] | null {
  const asked = new Set(history.flatMap(callsOf).flatMap((call) => (call.function.name === tool ? [call.id] : [])));
  if (asked.size === 0) return null;
  for (const message of history.toReversed()) {
    if (message.role !== "tool" || !asked.has(message.tool_call_id)) continue;
    const list = listIn(message.content);
    if (list !== null) return list;
  }
  return null;
}

/** Our own result is one line of JSON; what others have to say about it stands below. */
function listIn(content: Message["content"]): readonly TodoItem[] | null {
  if (typeof content !== "string" || content.length > longestResult) return null;
  const [line = ""] = content.split("\n", 1);
  try {
    const { data } = Result.safeParse(JSON.parse(line));
    return data === undefined ? null : replaced(data.todos);
  } catch {
    return null; // not a list: an error in words, a result that lies in a file
  }
}
