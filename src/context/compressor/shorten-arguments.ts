import type { AssistantMessage, ToolCall } from "../../domain/message.ts";
import { canonicalJson } from "../../text/canonical-json.ts";

const longArguments = 500;
const longLeaf = 200;
const mark = "...[truncated]";

/** Long strings inside the arguments of calls end early; what was JSON stays JSON, what was none stays as it is. */
export function shortenArguments(message: AssistantMessage): { message: AssistantMessage; shortened: number } {
  const calls = message.tool_calls ?? [];
  const short = calls.map(shortenCall);
  const shortened = short.filter((call, index) => call !== calls[index]).length;
  return shortened === 0 ? { message, shortened } : { message: { ...message, tool_calls: short }, shortened };
}

function shortenCall(call: ToolCall): ToolCall {
  const { arguments: text } = call.function;
  if (text.length <= longArguments) return call;
  const given = parsed(text);
  if (given === undefined) return call;
  const short = canonicalJson(shortenLeaves(given));
  return short.length < text.length ? { ...call, function: { ...call.function, arguments: short } } : call;
}

function shortenLeaves(value: unknown): unknown {
  if (typeof value === "string") return shortenLeaf(value);
  if (Array.isArray(value)) return value.map(shortenLeaves);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortenLeaves(inner)]));
}

/** What would not get shorter stays, our own work included. */
function shortenLeaf(text: string): string {
  return text.length <= longLeaf + mark.length ? text : text.slice(0, longLeaf).toWellFormed() + mark;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the model's own slip: whoever reads it later sees what it sent
  }
}
