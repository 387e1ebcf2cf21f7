import { createHash } from "node:crypto";

const longestId = 64;

/** The id both sides use for a call: without the item part some servers glue on, or made from the call itself. */
export function chooseCallId(given: string, name: string, args: string, index: number): string {
  const id = given.split("|")[0] ?? "";
  return id === "" ? `call_${sha256(`${name}:${args}:${index}`).slice(0, 12)}` : id;
}

/** Gives an id that recurs in one reply a suffix of its own. */
export function distinct(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  for (let copy = 2; ; copy++) {
    const next = `${id}_d${copy}`;
    if (!taken.has(next)) return next;
  }
}

/** The id of the Responses item that carried, or would have carried, this call. */
export function responseItemId(given: string, callId: string): string {
  const item = given.split("|")[1] ?? given;
  if (item.startsWith("fc_")) return item;
  if (callId.startsWith("call_")) return `fc_${callId.slice("call_".length)}`.slice(0, longestId);
  const safe = callId.replaceAll(/[^A-Za-z0-9_-]/g, "").slice(0, 48);
  return `fc_${safe === "" ? sha256(callId).slice(0, 32) : safe}`;
}

/** Call ids of the Responses wire; the same for a call and its output. */
export function responsesCallId(id: string): string {
  return shortCallId(id.split("|")[0] || id, longestId);
}

const longestChatId = 40;

/** Call ids of the chat wire; the same for a call and its result. */
export function chatCallId(id: string): string {
  return shortCallId(id, longestChatId);
}

function shortCallId(id: string, longest: number): string {
  return id.length <= longest ? id : `call_${sha256(id).slice(0, 32)}`;
}

/** Tool ids of the Anthropic wire; the same for a use and its result. */
export function anthropicToolId(id: string): string {
  return id === "" ? "tool_0" : id.replaceAll(/[^A-Za-z0-9_-]/g, "_");
}

export function shortKey(key: string): string {
  return key.length <= longestId ? key : sha256(key);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
