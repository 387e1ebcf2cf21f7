import type { Marker, PromptBlock, PromptLayout } from "../cache/layout.ts";
import { countTokens, imageTokens } from "../count-tokens.ts";
import { systemBlocks } from "./schema.ts";
import type { Block, BodyMessage, CacheControl, MessagesBody } from "./schema.ts";

const perBlock = 4;
const toolPreamble = 350;

/** The prompt as Anthropic caches it: tools, system, messages, one position per block. */
export function layoutOf(body: MessagesBody, messages: readonly BodyMessage[]): Omit<PromptLayout, "scope"> {
  const blocks = [
    ...(body.tools ?? []).map(({ cache_control: mark, ...tool }, index) =>
      promptBlock("tools", JSON.stringify(tool), mark, index === 0 ? toolPreamble : 0),
    ),
    ...systemBlocks(body).map(({ cache_control: mark, text }) => promptBlock("system", text, mark)),
    ...messages.flatMap(({ role, content }) => content.map((block) => messageBlock(role, block))),
  ];
  return {
    settings: JSON.stringify([body.tool_choice ?? null, body.thinking ?? null]),
    blocks: withAutomaticMark(blocks, body.cache_control),
    retained: false,
    implicit: false,
  };
}

/** A marker for the whole request stands on its last block. */
function withAutomaticMark(
  blocks: readonly PromptBlock[],
  mark: CacheControl | null | undefined,
): readonly PromptBlock[] {
  const last = blocks.at(-1);
  const marker = markerOf(mark);
  return marker === null || last === undefined ? blocks : [...blocks.slice(0, -1), { ...last, marker }];
}

function messageBlock(role: string, block: Block): PromptBlock {
  if (block.type === "thinking" || block.type === "redacted_thinking") {
    return promptBlock("messages", `${role}:${JSON.stringify(block)}`, null);
  }
  const { cache_control: mark, ...rest } = block;
  if (rest.type === "image") return imageBlock(`${role}:${JSON.stringify(rest.source)}`, mark);
  if (rest.type !== "tool_result") return promptBlock("messages", `${role}:${JSON.stringify(rest)}`, mark);
  return resultBlock(rest, mark);
}

function resultBlock(
  { content = "", ...rest }: Omit<Extract<Block, { type: "tool_result" }>, "cache_control">,
  mark: CacheControl | null | undefined,
): PromptBlock {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const images = parts.filter(({ type }) => type === "image").length;
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const bare = parts.map(({ cache_control: _mark, ...part }) => part);
  const inner = parts.findLast((part) => markerOf(part.cache_control) !== null)?.cache_control;
  return {
    section: "messages",
    bytes: JSON.stringify([rest, bare]),
    tokens: countTokens(rest.tool_use_id + texts) + images * imageTokens + perBlock,
    marker: markerOf(mark) ?? markerOf(inner),
  };
}

function imageBlock(bytes: string, mark: CacheControl | null | undefined): PromptBlock {
  return { section: "messages", bytes, tokens: imageTokens + perBlock, marker: markerOf(mark) };
}

function promptBlock(
  section: PromptBlock["section"],
  bytes: string,
  mark: CacheControl | null | undefined,
  extra = 0,
): PromptBlock {
  return { section, bytes, tokens: countTokens(bytes) + perBlock + extra, marker: markerOf(mark) };
}

function markerOf(mark: CacheControl | null | undefined): Marker | null {
  if (mark === undefined || mark === null) return null;
  return { ttlSeconds: mark.ttl === "1h" ? 3_600 : 300 };
}
