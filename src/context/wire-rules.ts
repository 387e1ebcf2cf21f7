import { callsOf, type Content, type Message } from "../domain/message.ts";
import type { ApiMode } from "../domain/runtime.ts";

export function isBlank(content: Content): boolean {
  if (typeof content === "string") return !/\S/.test(content);
  return content.every((part) => part.type === "text" && !/\S/.test(part.text));
}

/** An assistant message with nothing to read and nothing to do. */
export function isSilent(message: Message): boolean {
  return message.role === "assistant" && callsOf(message).length === 0 && isBlank(message.content);
}

/** Thinking that came to nothing. The Responses endpoint takes its own items back; to all others it is an empty reply. */
export function isThinkingOnly(message: Message, mode: ApiMode): boolean {
  if (message.role !== "assistant" || !isSilent(message) || isReplayed(message, mode)) return false;
  const { reasoning, reasoning_content, reasoning_details: details, anthropic_content_blocks: blocks } = message;
  if (reasoning || reasoning_content) return true;
  const payloads = [details, blocks, message.codex_reasoning_items, message.codex_message_items];
  return payloads.some((items) => items !== undefined && items.length > 0);
}

export function isReplayed(message: Message, mode: ApiMode): boolean {
  if (mode !== "codex_responses" || message.role !== "assistant") return false;
  const { codex_reasoning_items: thoughts = [], codex_message_items: sayings = [] } = message;
  return thoughts.length + sayings.length > 0;
}
