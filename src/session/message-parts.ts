import { estimateMessage, familyFor } from "../context/estimate-tokens.ts";
import type { MessageParts } from "../domain/context-use.ts";
import type { Message } from "../domain/message.ts";
import type { Runtime } from "../domain/runtime.ts";

/** null: no summary is among them. The parts are shares of `whole`, so that they add up to it. */
export function messageParts(messages: readonly Message[], whole: number, runtime: Runtime): MessageParts | null {
  const at = messages.findLastIndex(isSummary);
  if (at < 0) return null;
  const family = familyFor(runtime);
  const weigh = (some: readonly Message[]): number =>
    some.reduce((sum, message) => sum + estimateMessage(message, family), 0);
  const head = messages.slice(0, at).filter((message) => !isSummary(message));
  const [before, after] = [weigh(head), weigh(messages.slice(at + 1))];
  const all = weigh(messages);
  const shareOf = (tokens: number): number => (all === 0 ? 0 : Math.round((whole * tokens) / all));
  const [kept, newest] = [shareOf(before), shareOf(after)];
  return { head: kept, summary: whole - kept - newest, tail: newest };
}

/** A summary of its own, or one that stands in front of somebody's words. */
function isSummary(message: Message): boolean {
  if (message.role === "tool") return false;
  return message.extra?.origin === "summary" || message.extra?.merged_summary === true;
}
