import { callsOf, type AssistantMessage, type Message, type ToolCall, type ToolMessage } from "../domain/message.ts";
import { same } from "./same.ts";

/** A result stays only behind the assistant message that asked for it, and only the first one. */
export function dropStrayResults(history: readonly Message[]): readonly Message[] {
  let open: readonly ToolCall[] = [];
  const kept = history.filter((message) => {
    if (message.role !== "tool") {
      open = callsOf(message);
      return true;
    }
    const answered = open.find((call) => answers(message, call));
    open = open.filter((call) => call !== answered);
    return answered !== undefined;
  });
  return kept.length === history.length ? history : kept;
}

/** Every call gets its one result, in call order, under one id; a missing one says that nobody knows what happened. */
export function pairCalls(history: readonly Message[]): readonly Message[] {
  const paired: Message[] = [];
  for (let at = 0; at < history.length;) {
    const message = history[at];
    if (message === undefined) break;
    at += 1;
    if (message.role === "tool") continue;
    if (message.role === "user" || callsOf(message).length === 0) {
      paired.push(message);
      continue;
    }
    const results = resultsAt(history, at);
    at += results.length;
    const asked = withOwnIds(message);
    paired.push(asked, ...resultsFor(callsOf(asked), results));
  }
  return same(paired, history) ? history : paired;
}

function resultsAt(history: readonly Message[], start: number): readonly ToolMessage[] {
  const results: ToolMessage[] = [];
  for (let at = start; ; at++) {
    const message = history[at];
    if (message?.role !== "tool") return results;
    results.push(message);
  }
}

/** Each call once and with an id: two calls of one id could not be told apart. */
function withOwnIds(message: AssistantMessage): AssistantMessage {
  const seen = new Set<string>();
  const named = callsOf(message).map((call, index) => (call.id === "" ? { ...call, id: madeId(call, index) } : call));
  const calls = named.filter((call) => seen.size < seen.add(call.id).size);
  return same(calls, callsOf(message)) ? message : { ...message, tool_calls: calls };
}

function madeId(call: ToolCall, index: number): string {
  return call.call_id === undefined || call.call_id === "" ? `unnamed_${index}` : call.call_id;
}

function resultsFor(calls: readonly ToolCall[], results: readonly ToolMessage[]): readonly ToolMessage[] {
  const left = [...results];
  return calls.map((call) => {
    const at = left.findIndex((result) => answers(result, call));
    const [result] = at === -1 ? [] : left.splice(at, 1);
    return result === undefined ? unknownResult(call) : under(call, result);
  });
}

function answers({ tool_call_id: id }: ToolMessage, call: ToolCall): boolean {
  return id === call.id || id === call.call_id || (id === "" && call.id.startsWith("unnamed_"));
}

function under(call: ToolCall, result: ToolMessage): ToolMessage {
  const name = result.name === "" ? call.function.name : result.name;
  if (result.tool_call_id === call.id && result.name === name) return result;
  return { ...result, tool_call_id: call.id, name };
}

function unknownResult({ id, function: { name } }: ToolCall): ToolMessage {
  const error = "This call was interrupted. Its effect is unknown: inspect the state before you repeat it.";
  return {
    role: "tool",
    tool_call_id: id,
    name,
    tool_name: name,
    content: JSON.stringify({ error }),
    effect_disposition: "unknown",
  };
}
