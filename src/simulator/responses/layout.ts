import type { Marker, PromptBlock, PromptLayout } from "../cache/layout.ts";
import { countTokens, imageTokens } from "../count-tokens.ts";
import { isMessage, textIn } from "./schema.ts";
import type { Item, ItemPart, ResponsesBody } from "./schema.ts";

const perBlock = 4;
const lifeSeconds = { "30m": 1_800, "12h": 43_200 } as const;

/** The prompt in the order it is cached: tools, instructions, items. */
export function layoutOf(body: ResponsesBody, items: readonly Item[]): Omit<PromptLayout, "scope"> {
  const tools = (body.tools ?? []).map((tool) => block("tools", JSON.stringify(tool)));
  const { instructions } = body;
  const system = instructions === undefined || instructions === null ? [] : [block("system", instructions)];
  return {
    settings: "",
    blocks: [...tools, ...system, ...items.flatMap(itemBlocks)],
    retained: body.prompt_cache_retention === "24h",
    implicit: body.prompt_cache_options?.mode !== "explicit",
  };
}

function itemBlocks(item: Item): readonly PromptBlock[] {
  if (isMessage(item)) {
    const parts: readonly ItemPart[] =
      typeof item.content === "string" ? [{ type: "input_text", text: item.content }] : item.content;
    return parts.map((part) => partBlock(item.role, part));
  }
  switch (item.type) {
    case "function_call":
      return [block("messages", JSON.stringify([item.call_id, item.name, item.arguments]))];
    case "function_call_output":
      return [outputBlock(item)];
    case "reasoning":
      return [block("messages", JSON.stringify([item.summary, item.encrypted_content]))];
  }
}

function outputBlock({ call_id: id, output }: Extract<Item, { type: "function_call_output" }>): PromptBlock {
  const images = typeof output === "string" ? 0 : output.filter(({ type }) => type === "input_image").length;
  const bytes = JSON.stringify([id, output]);
  const tokens = countTokens(id + textIn(output)) + images * imageTokens + perBlock;
  return { section: "messages", bytes, tokens, marker: null };
}

function partBlock(role: string, part: ItemPart): PromptBlock {
  switch (part.type) {
    case "input_image":
      return {
        section: "messages",
        bytes: `${role}:${part.image_url ?? part.file_id ?? ""}`,
        tokens: imageTokens + perBlock,
        marker: markerOf(part.prompt_cache_breakpoint),
      };
    case "input_text":
      return { ...block("messages", `${role}:${part.text}`), marker: markerOf(part.prompt_cache_breakpoint) };
    case "output_text":
      return block("messages", `${role}:${part.text}`);
    case "refusal":
      return block("messages", `${role}:${part.refusal}`);
  }
}

function block(section: PromptBlock["section"], bytes: string): PromptBlock {
  return { section, bytes, tokens: countTokens(bytes) + perBlock, marker: null };
}

function markerOf(mark: { readonly ttl?: "30m" | "12h" | undefined } | null | undefined): Marker | null {
  return mark === undefined || mark === null ? null : { ttlSeconds: lifeSeconds[mark.ttl ?? "30m"] };
}
