import { hash } from "node:crypto";
import type { Message } from "../../domain/message.ts";
import { isCut } from "./cut-result.ts";

const longEnough = 200;

/** For each result whose text comes again later: the call of its newest copy. Results with images are no copies. */
export function duplicates(messages: readonly Message[]): ReadonlyMap<number, string> {
  const newest = new Map<string, string>();
  const older = new Map<number, string>();
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== "tool" || typeof message.content !== "string") continue;
    if (message.content.length < longEnough || isCut(message)) continue;
    const digest = hash("sha256", message.content, "base64");
    const seen = newest.get(digest);
    if (seen === undefined) newest.set(digest, message.tool_call_id);
    else older.set(index, seen);
  }
  return older;
}
