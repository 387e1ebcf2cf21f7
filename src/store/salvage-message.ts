import { type Content, isMessage, type Message } from "../domain/message.ts";
import { unreadable } from "./read-json.ts";

/** A message as far as its row could be read, and the names of the fields that could not. */
export type Reading = { readonly message: Message; readonly damaged: readonly string[] };

export type Fields = readonly (readonly [string, unknown])[];

/** Field by field, what still makes a message; a note stands for the rest. The row itself stays as it is. */
export function salvage(role: string, fields: Fields): Reading {
  const damaged = new Set(isRole(role) ? [] : ["role"]);
  let message = bareMessage(role, fields);
  for (const [key, value] of fields) {
    const candidate: unknown = { ...message, [key]: value };
    if (value !== unreadable && isMessage(candidate)) message = candidate;
    else damaged.add(key);
  }
  return { message: withNote(message, [...damaged]), damaged: [...damaged] };
}

function isRole(role: string): boolean {
  return ["user", "assistant", "tool"].includes(role);
}

function bareMessage(role: string, fields: Fields): Message {
  if (role === "assistant") return { role, content: "" };
  if (role !== "tool") return { role: "user", content: "", ...(role === "user" ? {} : { extra: { origin: "note" } }) };
  const toolName = fields.find(([key]) => key === "tool_name")?.[1];
  const name = typeof toolName === "string" ? toolName : "unknown"; // `name` itself is among the extras
  return { role, tool_call_id: "", name, tool_name: name, content: "" };
}

function withNote(message: Message, damaged: readonly string[]): Message {
  const note = `[damaged in storage and left out: ${damaged.join(", ")}]`;
  const noted: unknown = { ...message, content: joined(message.content, note) };
  return isMessage(noted) ? noted : message;
}

function joined(content: Content, note: string): Content {
  if (typeof content !== "string") return [...content, { type: "text", text: note }];
  return content === "" ? note : `${content}\n\n${note}`;
}
