import { callsOf, type Content, type Message, type ToolCall } from "../domain/message.ts";
import { parseRepaired } from "../text/json-repair.ts";
import { same } from "./same.ts";

const note = "[The stored arguments of this call were damaged and are lost; its result follows.]";

/** Stored arguments that no endpoint would take become `{}`; calls that lost something are added to `lost`. */
export function mendArguments(history: readonly Message[], lost: Set<ToolCall>): readonly Message[] {
  const mended = history.map((message) => {
    if (message.role !== "assistant" || message.tool_calls === undefined) return message;
    const calls = message.tool_calls.map((call) => mendCall(call, lost));
    return same(calls, message.tool_calls) ? message : { ...message, tool_calls: calls };
  });
  return same(mended, history) ? history : mended;
}

/** What JSON repair can read stays as it is: the wire reads it the same way. */
function mendCall(call: ToolCall, lost: Set<ToolCall>): ToolCall {
  const { arguments: text } = call.function;
  if (text !== "" && parseRepaired(text) !== undefined) return call;
  const mended = { ...call, function: { ...call.function, arguments: "{}" } };
  if (text !== "") lost.add(mended);
  return mended;
}

/** Tells the model, in the results of such calls, that they were not made with `{}`. */
export function noteLostArguments(history: readonly Message[], lost: ReadonlySet<ToolCall>): readonly Message[] {
  if (lost.size === 0) return history;
  let damaged = new Set<string>();
  return history.map((message) => {
    if (message.role === "tool")
      return damaged.has(message.tool_call_id) ? { ...message, content: withNote(message.content) } : message;
    damaged = new Set(callsOf(message).flatMap((call) => (lost.has(call) ? [call.id] : [])));
    return message;
  });
}

function withNote(content: Content): Content {
  return typeof content === "string" ? `${note}\n${content}` : [{ type: "text", text: note }, ...content];
}
