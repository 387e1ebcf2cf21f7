import { callsOf, type Message, type UserMessage } from "../../domain/message.ts";

/** A person's own words. */
export function isAsked(message: Message | undefined): message is UserMessage {
  return message?.role === "user" && (message.extra?.origin ?? "user") === "user";
}

export function isSummary(message: Message | undefined): boolean {
  return message !== undefined && message.role !== "tool" && message.extra?.origin === "summary";
}

export function hasCalls(message: Message | undefined): boolean {
  return message !== undefined && callsOf(message).length > 0;
}

export function lastAsked(messages: readonly Message[]): number {
  return messages.findLastIndex(isAsked);
}

/** Where the group begins whose results end the list; the length of the list when none does. */
export function inFlightStart(messages: readonly Message[]): number {
  const start = messages.findLastIndex((message) => message.role !== "tool");
  return start >= 0 && hasCalls(messages[start]) ? start : messages.length;
}

/** The assistant message a result belongs to: what stands before its run of results. */
export function groupStart(messages: readonly Message[], at: number): number {
  let start = at;
  while (start > 0 && messages[start]?.role === "tool") start -= 1;
  return start;
}

/** Behind the run of results a message is part of. */
export function behindResults(messages: readonly Message[], at: number): number {
  let end = at;
  while (messages[end]?.role === "tool") end += 1;
  return end;
}
