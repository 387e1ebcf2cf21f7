import { callsOf, type Message, type ToolCall, type ToolMessage } from "../../domain/message.ts";
import { inFlightStart } from "./kinds.ts";

/** Results without their call go, calls without a result get a stub; what is in flight stays open. */
export function repairPairs(messages: readonly Message[]): { messages: readonly Message[]; defects: number } {
  const inFlight = inFlightStart(messages);
  const repaired: Message[] = [];
  let open: readonly ToolCall[] = [];
  let defects = 0;
  const close = (): void => {
    repaired.push(...open.map(stubFor));
    defects += open.length;
    open = [];
  };
  for (const [index, message] of messages.entries()) {
    if (message.role !== "tool") {
      close();
      open = callsOf(message);
      repaired.push(message);
      if (index === inFlight) return { messages: [...repaired, ...messages.slice(index + 1)], defects };
      continue;
    }
    const answered = open.find((call) => call.id === message.tool_call_id);
    open = open.filter((call) => call !== answered);
    if (answered === undefined) defects += 1;
    else repaired.push(message);
  }
  close();
  return defects === 0 ? { messages, defects } : { messages: repaired, defects };
}

function stubFor({ id, function: { name } }: ToolCall): ToolMessage {
  const content = "[The result of this call was summed up above or was never stored]";
  return { role: "tool", tool_call_id: id, name, tool_name: name, content, extra: { stub: true } };
}
