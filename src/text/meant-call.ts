import type { ToolCall } from "../domain/message.ts";
import { isRecord } from "./is-record.ts";

/** The tool through which tools are called whose schemas are not in the list. */
export const callThrough = "tool_call";

/** The call that stands inside `tool_call {name, arguments}`; every other call is the one it looks like. */
export function meantCall(call: ToolCall): ToolCall {
  if (call.function.name !== callThrough) return call;
  const given = objectIn(call.function.arguments);
  const name = given?.["name"];
  const inner = given?.["arguments"] ?? {}; // many tools take none
  const args = typeof inner === "string" ? objectIn(inner) : inner;
  if (typeof name !== "string" || !isRecord(args)) return call;
  return { ...call, function: { name, arguments: JSON.stringify(args) } };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    return isRecord(value) ? value : null;
  } catch {
    return null; // not for us to complain about: whoever plans the call does
  }
}
