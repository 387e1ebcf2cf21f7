import { callsOf, type AssistantMessage, type Message, type ToolCall, type ToolMessage } from "../domain/message.ts";
import { mapBatches } from "./batches.ts";
import { same } from "./same.ts";
import { type IsReadOnly, missingResult } from "./settle-batches.ts";

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

/** Every call gets its one result, in call order, under one id; a missing one says what that means. */
export function pairCalls(
  history: readonly Message[],
  isReadOnly: IsReadOnly = () => false, // nobody knows: expect the worst
): readonly Message[] {
  return mapBatches(history, ({ asked, results }) => {
    const named = withOwnIds(asked);
    return [named, ...resultsFor(callsOf(named), results, isReadOnly)];
  });
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

function resultsFor(
  calls: readonly ToolCall[],
  results: readonly ToolMessage[],
  isReadOnly: IsReadOnly,
): readonly ToolMessage[] {
  const left = [...results];
  return calls.map((call) => {
    const at = left.findIndex((result) => answers(result, call));
    const [result] = at === -1 ? [] : left.splice(at, 1);
    return result === undefined ? missingResult(call, isReadOnly(call)) : under(call, result);
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
