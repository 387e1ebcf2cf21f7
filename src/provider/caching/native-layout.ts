import type { AnthropicBlock, AnthropicBody, AnthropicMessage } from "../protocols/anthropic-messages/wire-types.ts";
import { fingerprint } from "./fingerprint.ts";
import type { BlockAt, CacheMark } from "./marker.ts";
import type { CacheLayout } from "./place-markers.ts";

/** Every content is a block list already, so a marker adds a key to a block and nothing else. */
export const nativeLayout: CacheLayout<AnthropicBody> = {
  strip: (body) => ({
    ...body,
    ...(body.system === undefined ? {} : { system: body.system.map(unmarked) }),
    messages: body.messages.map(unmarkedMessage),
  }),
  view: ({ messages }, systemBlock) => ({
    hasSystem: systemBlock !== null,
    first: 0,
    count: messages.length,
    nearest: (message, block) => lastMarkable(messages[message], block),
    last: (message) => lastMarkable(messages[message], Infinity),
    fingerprint: ({ message, block }) =>
      fingerprint([messages[message]?.role, messages[message]?.content.slice(0, block + 1)]),
  }),
  markSystem: (body, block, mark) => ({
    ...body,
    ...(body.system === undefined
      ? {}
      : { system: body.system.map((text, index) => (index === block ? { ...text, cache_control: mark } : text)) }),
  }),
  markBlocks: (body, places, mark) => ({ ...body, messages: markMessages(body.messages, places, mark) }),
};

function markMessages(
  messages: readonly AnthropicMessage[],
  places: readonly BlockAt[],
  mark: CacheMark,
): readonly AnthropicMessage[] {
  const copy = [...messages];
  for (const { message, block } of places) {
    const found = copy[message];
    if (found !== undefined) copy[message] = { ...found, content: markBlock(found.content, block, mark) };
  }
  return copy;
}

function markBlock(content: readonly AnthropicBlock[], block: number, mark: CacheMark): readonly AnthropicBlock[] {
  return content.map((item, index) => (index === block ? { ...item, cache_control: mark } : item));
}

function lastMarkable(message: AnthropicMessage | undefined, from: number): number | null {
  const content = message?.content ?? [];
  const index = content.findLastIndex((block, at) => at <= from && isMarkable(block));
  return index === -1 ? null : index;
}

/** A marker on thinking or on empty text is refused by the endpoint. */
function isMarkable(block: AnthropicBlock): boolean {
  if (block.type === "thinking" || block.type === "redacted_thinking") return false;
  return !("text" in block) || (typeof block.text === "string" && block.text.trim() !== "");
}

function unmarkedMessage(message: AnthropicMessage): AnthropicMessage {
  if (!message.content.some(isMarked)) return message;
  return { ...message, content: message.content.map(unmarked) };
}

function unmarked<Block extends object>(block: Block): Block {
  if (!isMarked(block)) return block;
  const copy = { ...block };
  Reflect.deleteProperty(copy, "cache_control");
  return copy;
}

function isMarked(block: object): boolean {
  return "cache_control" in block;
}
