import type { Marker, PromptBlock, PromptLayout } from "../cache/layout.ts";
import { countTokens, imageTokens } from "../count-tokens.ts";
import { partsOf } from "./schema.ts";
import type { AssistantMessage, ChatBody, ChatMessage, ChatPart } from "./schema.ts";

const perBlock = 4;
const breakpointSeconds = { "30m": 1_800, "12h": 43_200 } as const;

/** The prompt in the order it is cached: tools, then messages; a gateway's markers stand on their parts. */
export function layoutOf(body: ChatBody): Omit<PromptLayout, "scope"> {
  const tools = (body.tools ?? []).map(({ cache_control: mark, ...tool }): PromptBlock => ({
    section: "tools",
    ...sized(JSON.stringify(tool)),
    marker: controlMarker(mark),
  }));
  return {
    settings: "",
    blocks: [...tools, ...body.messages.flatMap(messageBlocks)],
    retained: body.prompt_cache_retention === "24h",
    implicit: body.prompt_cache_options?.mode !== "explicit",
  };
}

function messageBlocks(message: ChatMessage): readonly PromptBlock[] {
  const section = message.role === "system" || message.role === "developer" ? "system" : "messages";
  const head = message.role === "tool" ? `tool:${message.tool_call_id}` : message.role;
  const parts = partsOf(message.content).map((part) => partBlock(section, head, part));
  return message.role === "assistant" ? [...reasoningBlocks(message), ...parts, ...callBlocks(message)] : parts;
}

function reasoningBlocks(message: AssistantMessage): readonly PromptBlock[] {
  const texts = [message.reasoning_content, message.reasoning].filter(
    (text) => typeof text === "string" && text !== "",
  );
  return [...texts, ...(message.reasoning_details ?? [])].map((payload) =>
    plain(`reasoning:${JSON.stringify(payload)}`),
  );
}

function callBlocks({ tool_calls: calls = [] }: AssistantMessage): readonly PromptBlock[] {
  return calls.map(({ id, function: { name, arguments: args } }) => plain(JSON.stringify([id, name, args])));
}

function plain(bytes: string): PromptBlock {
  return { section: "messages", ...sized(bytes), marker: null };
}

function partBlock(section: PromptBlock["section"], head: string, part: ChatPart): PromptBlock {
  if (part.type === "refusal") return plain(`${head}:${part.refusal}`);
  const marker = controlMarker(part.cache_control) ?? breakpointMarker(part.prompt_cache_breakpoint);
  if (part.type === "text") return { section, ...sized(`${head}:${part.text}`), marker };
  return { section, bytes: `${head}:${part.image_url.url}`, tokens: imageTokens + perBlock, marker };
}

function sized(bytes: string): Pick<PromptBlock, "bytes" | "tokens"> {
  return { bytes, tokens: countTokens(bytes) + perBlock };
}

function controlMarker(mark: { readonly ttl?: "5m" | "1h" | undefined } | null | undefined): Marker | null {
  return mark === undefined || mark === null ? null : { ttlSeconds: mark.ttl === "1h" ? 3_600 : 300 };
}

function breakpointMarker(mark: { readonly ttl?: "30m" | "12h" | undefined } | null | undefined): Marker | null {
  return mark === undefined || mark === null ? null : { ttlSeconds: breakpointSeconds[mark.ttl ?? "30m"] };
}
