import { z } from "zod";
import { callsOf, textOf, type Content, type Message, type ToolCall, type ToolMessage } from "../../domain/message.ts";
import { lineFor, type Arguments } from "./one-liners.ts";
import type { IdOf } from "./prune.ts";

export type CallsById = ReadonlyMap<string, ToolCall>;

const longResult = 200;
const unknownCall = "[Old tool output cleared to save context space]";
const imagePlaceholder = "[image]";

export function callsById(messages: readonly Message[]): CallsById {
  return new Map(messages.flatMap((message) => callsOf(message).map((call) => [call.id, call] as const)));
}

/** A long result as one line that says what was asked and what came out; pictures become a word. */
export function cutResult(message: ToolMessage, calls: CallsById, idOf: IdOf): ToolMessage {
  const plain = withoutImages(message);
  const text = textOf(plain.content);
  if (text.length <= longResult || isCut(plain)) return plain;
  const call = calls.get(message.tool_call_id);
  const line = call === undefined ? unknownCall : lineOf(call, text);
  const pointer = idOf(message);
  const content = pointer === null || call === undefined ? line : `${line} #${pointer}`;
  return content.length < text.length ? { ...plain, content } : plain;
}

const sameOutput = "[Same output as the newer call ";
const mostCut = 400;

/** A result that comes again later, as a pointer to its newest copy. */
export function pointTo(message: ToolMessage, newerCall: string): ToolMessage {
  const content = `${sameOutput}${newerCall}]`;
  return content.length < textOf(message.content).length ? { ...message, content } : message;
}

/** Our own work from an earlier time: it is not cut again. */
export function isCut({ content, name }: ToolMessage): boolean {
  if (typeof content !== "string") return false;
  if (content.startsWith(sameOutput)) return true;
  return content.length <= mostCut && content.startsWith(`[${name}] `) && !content.includes("\n");
}

/** The call and its outcome in one line; used where only the line is wanted. */
export function lineOf(call: ToolCall, text: string): string {
  return lineFor({ tool: call.function.name, args: argumentsOf(call), text });
}

const ArgumentsSchema = z.record(z.string(), z.unknown());

export function argumentsOf({ function: { arguments: text } }: ToolCall): Arguments {
  try {
    return ArgumentsSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {}; // malformed: the line says what it can
  }
}

function withoutImages(message: ToolMessage): ToolMessage {
  return typeof message.content === "string" || message.content.every((part) => part.type === "text")
    ? message
    : { ...message, content: describeImages(message.content) };
}

/** The content with a word in the place of each picture. */
export function describeImages(content: Content): Content {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part : { type: "text", text: imagePlaceholder }));
}
