import { callsOf, type Message, type ToolCall, type ToolMessage } from "../../../domain/message.ts";
import { anthropicToolId } from "../tool-ids.ts";

/** A message with what its neighbours say about it. */
export type Paired = {
  readonly message: Message;
  readonly index: number;
  /** Calls of an assistant message without a result right behind it. */
  readonly unanswered: readonly string[];
  /** The wire id of the call a result answers; null when there is no such call. */
  readonly callId: string | null;
};

const none: readonly string[] = [];

/** The endpoint refuses a use without its result and a result without its use. */
export function pairCalls(messages: readonly Message[]): readonly Paired[] {
  let open: ToolCall[] = [];
  return messages.map((message, index) => {
    if (message.role === "tool") return { message, index, unanswered: none, callId: takeCall(open, message) };
    open = [...callsOf(message)];
    const unanswered = open.length === 0 ? none : unansweredCalls(open, messages, index);
    return { message, index, unanswered, callId: null };
  });
}

function takeCall(open: ToolCall[], result: ToolMessage): string | null {
  const at = open.findIndex((call) => answers(result, call));
  const [call] = at === -1 ? [] : open.splice(at, 1);
  return call === undefined ? null : anthropicToolId(call.id);
}

function unansweredCalls(calls: readonly ToolCall[], messages: readonly Message[], at: number): readonly string[] {
  const results: ToolMessage[] = [];
  for (let next = messages[at + 1]; next?.role === "tool"; next = messages[at + 1 + results.length]) results.push(next);
  const missing = calls.filter((call) => !results.some((result) => answers(result, call)));
  return missing.length === 0 ? none : missing.map((call) => call.id);
}

function answers(result: ToolMessage, call: ToolCall): boolean {
  return result.tool_call_id === call.id || result.tool_call_id === call.call_id;
}
