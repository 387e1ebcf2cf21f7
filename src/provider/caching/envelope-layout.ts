import type { ChatBody, ChatMessage, ChatPart } from "../protocols/chat-completions/wire-types.ts";
import { fingerprint } from "./fingerprint.ts";
import { type BlockAt, type CacheMark, messageLevel } from "./marker.ts";
import type { CacheLayout } from "./place-markers.ts";

/** Markers on the parts of chat messages, as OpenRouter passes them on. The system text is the first message. */
export const envelopeLayout: CacheLayout<ChatBody> = {
  strip: (body) => ({ ...body, messages: body.messages.map(unmarkedMessage) }),
  view: ({ messages }, systemBlock) => ({
    hasSystem: systemBlock !== null,
    first: isSystem(messages[0]) ? 1 : 0,
    count: messages.length,
    nearest: (message, block) => lastText(partsOf(messages[message]), block),
    lastPlaces: (room) => lastPlaces(messages, room),
    fingerprint: ({ message, block }) =>
      fingerprint([messages[message]?.role, partsOf(messages[message]).slice(0, block + 1)]),
  }),
  markSystem: (body, block, mark) =>
    isSystem(body.messages[0])
      ? { ...body, messages: markMessages(body.messages, [{ message: 0, block }], mark) }
      : body,
  markBlocks: (body, places, mark) => ({ ...body, messages: markMessages(body.messages, places, mark) }),
};

function markMessages(
  messages: readonly ChatMessage[],
  places: readonly BlockAt[],
  mark: CacheMark,
): readonly ChatMessage[] {
  const copy = [...messages];
  for (const { message, block } of places) {
    const found = copy[message];
    if (found !== undefined) copy[message] = markMessage(found, block, mark);
  }
  return copy;
}

function markMessage(message: ChatMessage, block: number, mark: CacheMark): ChatMessage {
  if (block === messageLevel) return { ...message, cache_control: mark };
  if (!Array.isArray(message.content)) return message;
  const content = partsOf(message).map((part, index) => (index === block ? { ...part, cache_control: mark } : part));
  return withParts(message, content);
}

function lastPlaces(messages: readonly ChatMessage[], room: number): readonly (BlockAt | null)[] {
  const first = Math.max(isSystem(messages[0]) ? 1 : 0, messages.length - room);
  return messages.slice(first).map((message, index): BlockAt | null => {
    const block = lastElement(message);
    return block === null ? null : { message: first + index, block };
  });
}

/** `system_and_3` marks the last element whatever it is, unless that is a bare text, and passes over tool results. */
function lastElement(message: ChatMessage | undefined): number | null {
  if (message === undefined || message.role === "tool") return null;
  const last = partsOf(message).at(-1);
  if (last === undefined) return messageLevel;
  return typeof last === "object" ? partsOf(message).length - 1 : null;
}

function lastText(parts: readonly ChatPart[], from: number): number | null {
  const index = parts.findLastIndex((part, at) => at <= from && part.type === "text" && part.text.trim() !== "");
  return index === -1 ? null : index;
}

function partsOf(message: ChatMessage | undefined): readonly ChatPart[] {
  return typeof message?.content === "string" ? [] : (message?.content ?? []);
}

function isSystem(message: ChatMessage | undefined): boolean {
  return message?.role === "system" || message?.role === "developer";
}

function unmarkedMessage(message: ChatMessage): ChatMessage {
  const bare = unmarked(message);
  const parts = partsOf(bare);
  return parts.some(isMarked) ? withParts(bare, parts.map(unmarked)) : bare;
}

function withParts(message: ChatMessage, content: readonly ChatPart[]): ChatMessage {
  return { ...message, content };
}

/** Overrides may bring parts that are no objects. */
function isMarked(part: unknown): boolean {
  return typeof part === "object" && part !== null && "cache_control" in part;
}

function unmarked<Thing extends object>(thing: Thing): Thing {
  if (!isMarked(thing)) return thing;
  const copy = { ...thing };
  Reflect.deleteProperty(copy, "cache_control");
  return copy;
}
