import type { AssistantMessage, Message } from "../../domain/message.ts";
import { describeImages } from "./cut-result.ts";
import { inFlightStart, lastAsked } from "./kinds.ts";
import { isReplayed } from "./placement.ts";

/** The tail without what no longer holds behind other words: signed thinking, and pictures that newer ones supersede. */
export function tidyTail(tail: readonly Message[]): readonly Message[] {
  const inFlight = inFlightStart(tail);
  const pictured = tail.findLastIndex((message) => message.role === "user" && hasImages(message));
  const asked = lastAsked(tail);
  return tail.map((message, index) => {
    if (message.role === "assistant") return index < inFlight ? withoutSignatures(message) : message;
    return index < pictured && index !== asked && hasImages(message) ? described(message) : message;
  });
}

/** Bound to the words that came before it, which have changed: sent along it would be an error. */
function withoutSignatures(message: AssistantMessage): AssistantMessage {
  if (!isReplayed(message)) return message;
  const {
    reasoning_details: _details,
    anthropic_content_blocks: _blocks,
    codex_reasoning_items: _thoughts,
    codex_message_items: _sayings,
    ...rest
  } = message;
  return rest;
}

function hasImages({ content }: Message): boolean {
  return typeof content !== "string" && content.some((part) => part.type === "image_url");
}

function described(message: Message): Message {
  return message.role === "assistant" ? message : { ...message, content: describeImages(message.content) };
}
