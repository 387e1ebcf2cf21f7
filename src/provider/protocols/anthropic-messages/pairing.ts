import { callsOf, type Message, type ToolCall, type ToolMessage } from "../../../domain/message.ts";
import { anthropicToolId } from "../tool-ids.ts";

/** A message with what its neighbours say about it. */
export type Paired = {
  readonly message: Message;
  /** Calls of an assistant message without a result right behind it. */
  readonly unanswered: readonly string[];
  /** The wire id of the call a result answers; null when there is no such call. */
  readonly callId: string | null;
};

/** A message and the results right behind it: nothing further away can change how they pair. */
type Exchange = { readonly members: readonly Message[]; readonly pairs: readonly Paired[] };

/** The endpoint refuses a use without its result and a result without its use. One pair per message, in order. */
export function createPairing(): (messages: readonly Message[]) => readonly Paired[] {
  const known = new WeakMap<Message, Exchange>();
  return (messages) => {
    const pairs: Paired[] = [];
    for (let start = 0; start < messages.length; start = pairs.length) {
      const end = endOfExchange(messages, start);
      const exchange = keptExchange(known, messages, start, end) ?? pairUp(messages.slice(start, end));
      const [head] = exchange.members;
      if (head !== undefined) known.set(head, exchange);
      pairs.push(...exchange.pairs);
    }
    return pairs;
  };
}

function endOfExchange(messages: readonly Message[], start: number): number {
  let end = start + 1;
  while (messages[end]?.role === "tool") end += 1;
  return end;
}

function keptExchange(
  known: WeakMap<Message, Exchange>,
  messages: readonly Message[],
  start: number,
  end: number,
): Exchange | null {
  const head = messages[start];
  const kept = head === undefined ? undefined : known.get(head);
  if (kept?.members.length !== end - start) return null;
  return kept.members.every((member, index) => member === messages[start + index]) ? kept : null;
}

function pairUp(members: readonly Message[]): Exchange {
  const calls = members.flatMap(callsOf);
  const open = [...calls];
  const pairs = members.map((message): Paired => {
    if (message.role === "tool") return { message, unanswered: [], callId: takeCall(open, message) };
    const missing = calls.filter((call) => !members.some((other) => answers(other, call)));
    return { message, unanswered: missing.map((call) => call.id), callId: null };
  });
  return { members, pairs };
}

function takeCall(open: ToolCall[], result: ToolMessage): string | null {
  const at = open.findIndex((call) => answers(result, call));
  const [call] = at === -1 ? [] : open.splice(at, 1);
  return call === undefined ? null : anthropicToolId(call.id);
}

function answers(message: Message, call: ToolCall): boolean {
  if (message.role !== "tool") return false;
  return message.tool_call_id === call.id || message.tool_call_id === call.call_id;
}
