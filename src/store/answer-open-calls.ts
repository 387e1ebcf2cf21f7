import { callsOf, type Message, type ToolCall, type ToolMessage } from "../domain/message.ts";

const interrupted = JSON.stringify({
  error:
    "Interrupted: the program stopped before this call had a result. Its effect is unknown; inspect the state before you repeat it.",
});

/** Every call without a result gets one that says it was interrupted. A history without open calls comes back as it is. */
export function answerOpenCalls(history: readonly Message[]): readonly Message[] {
  const answered: Message[] = [];
  for (let at = 0; at < history.length;) {
    const message = history[at++];
    if (message === undefined) break;
    answered.push(message);
    const calls = callsOf(message);
    if (calls.length === 0) continue;
    const results = resultsFrom(history, at);
    at += results.length;
    answered.push(...completed(calls, results));
  }
  return answered;
}

function resultsFrom(history: readonly Message[], start: number): readonly ToolMessage[] {
  const results: ToolMessage[] = [];
  for (let at = start; ; at++) {
    const message = history[at];
    if (message?.role !== "tool") return results;
    results.push(message);
  }
}

/** In the order of the calls; results that answer none of them keep their place at the end. */
function completed(calls: readonly ToolCall[], results: readonly ToolMessage[]): readonly ToolMessage[] {
  const open = calls.filter((call) => !results.some((result) => answers(result, call)));
  if (open.length === 0) return results;
  const inOrder = calls.map((call) => results.find((result) => answers(result, call)) ?? interruption(call));
  return [...inOrder, ...results.filter((result) => !inOrder.includes(result))];
}

function answers(result: ToolMessage, call: ToolCall): boolean {
  return result.tool_call_id === call.id || result.tool_call_id === call.call_id;
}

function interruption({ id, function: { name } }: ToolCall): ToolMessage {
  return {
    role: "tool",
    tool_call_id: id,
    name,
    tool_name: name,
    content: interrupted,
    effect_disposition: "unknown",
  };
}
