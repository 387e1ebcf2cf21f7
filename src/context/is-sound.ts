import type { AssistantMessage, Message } from "../domain/message.ts";
import type { ApiMode } from "../domain/runtime.ts";
import { isBlank, isReplayed, isSilent } from "./wire-rules.ts";

/** Whether a list can be sent as it stands (agent-loop 4.2). */
export function isSound(messages: readonly Message[], mode: ApiMode): boolean {
  return lastSoundPart(messages, mode, 0) !== null;
}

/**
 * Where the last part of a sound list begins, looking at every message from `start` on once and making nothing; null: it
 * is not sound. No part depends on more than the message behind it, so a longer list may be looked at from there on.
 */
export function lastSoundPart(messages: readonly Message[], mode: ApiMode, start: number): number | null {
  let at = start;
  for (let next = at; next < messages.length;) {
    at = next;
    const end = endOfSoundPart(messages, at, mode);
    if (end === null) return null;
    next = end;
  }
  return at;
}

/** Index behind the message and what belongs to it; null: something is wrong here. */
function endOfSoundPart(messages: readonly Message[], at: number, mode: ApiMode): number | null {
  const message = messages[at];
  const isLast = at === messages.length - 1;
  switch (message?.role) {
    case "user":
      return messages[at + 1]?.role !== "user" && (isLast || !isBlank(message.content)) ? at + 1 : null;
    case "assistant":
      return message.tool_calls === undefined
        ? endOfSaying(messages, at, mode)
        : endOfExchange(messages, at, message.tool_calls);
    default:
      return null; // a result without its call, or a role from elsewhere
  }
}

function endOfSaying(messages: readonly Message[], at: number, mode: ApiMode): number | null {
  const message = messages[at];
  if (message === undefined) return null;
  if (isReplayed(message, mode)) return at + 1;
  const next = messages[at + 1];
  if (isSilent(message) || next === undefined) return null;
  return next.role === "assistant" && !isReplayed(next, mode) ? null : at + 1;
}

function endOfExchange(
  messages: readonly Message[],
  at: number,
  calls: NonNullable<AssistantMessage["tool_calls"]>,
): number | null {
  if (calls.length === 0) return null;
  const fits = calls.every(({ id, function: { name } }, index) => {
    const result = messages[at + 1 + index];
    if (result?.role !== "tool" || result.tool_call_id !== id || id === "" || name.trim() === "") return false;
    return index === 0 || calls.findIndex((call) => call.id === id) === index;
  });
  return fits ? at + 1 + calls.length : null;
}
