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
    lastPlaces: (room) => lastPlaces(messages, room),
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

/** Each result of a tool is a message of its own in the history, though they travel as one. */
function lastPlaces(messages: readonly AnthropicMessage[], room: number): readonly (BlockAt | null)[] {
  const places: (BlockAt | null)[] = [];
  for (let message = messages.length - 1; message >= 0 && places.length < room; message--) {
    const content = messages[message]?.content ?? [];
    const ends = content.flatMap((block, at) => (endsMessage(block, content[at + 1]) ? [at] : [])).toReversed();
    const marked = ends.map((end) => lastMarkable(messages[message], end));
    places.push(...marked.map((block) => (block === null ? null : { message, block })));
  }
  return places.slice(0, room);
}

function endsMessage(block: AnthropicBlock, next: AnthropicBlock | undefined): boolean {
  return next === undefined || block.type === "tool_result" || next.type === "tool_result";
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
