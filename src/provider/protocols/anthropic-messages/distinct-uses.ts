import { createMemo } from "../memo.ts";
import { distinct } from "../tool-ids.ts";
import type { AnthropicBlock, AnthropicMessage, ToolUseBlock } from "./wire-types.ts";

type Singles = readonly (AnthropicMessage | null)[];

/**
 * The endpoint wants every use of a conversation to have an id of its own; servers that count per reply, and characters
 * it does not take, give one id twice. What comes later gets a suffix, so that what was sent keeps its bytes.
 */
export function createDistinctUses(): (single: Singles) => Singles {
  const renamed = createMemo<AnthropicMessage, AnthropicMessage>();
  return (single) => {
    const taken = new Set<string>();
    let open: Renames = new Map();
    return single.map((message) => {
      if (message === null) return null;
      if (message.role === "assistant") open = renamesOf(message, taken);
      const ids = message.content.flatMap((block) => newId(block, open));
      if (ids.every(({ from, to }) => from === to)) return message;
      return renamed(message, ids.map(({ to }) => to).join(" "), () =>
        withIds(
          message,
          ids.map(({ to }) => to),
        ),
      );
    });
  };
}

/** What each use of an id is called on the wire, in the order of the uses; results follow in the same order. */
type Renames = Map<string, { readonly ids: readonly string[]; used: number; answered: number }>;

function renamesOf({ content }: AnthropicMessage, taken: Set<string>): Renames {
  const renames: Renames = new Map();
  for (const block of content) {
    if (!isUse(block)) continue;
    const to = distinct(block.id, taken);
    taken.add(to);
    const known = renames.get(block.id);
    renames.set(block.id, { ids: [...(known?.ids ?? []), to], used: 0, answered: 0 });
  }
  return renames;
}

function newId(block: AnthropicBlock, renames: Renames): readonly { readonly from: string; readonly to: string }[] {
  const from = isUse(block) ? block.id : isResult(block) ? block.tool_use_id : null;
  if (from === null) return [];
  const rename = renames.get(from);
  if (rename === undefined) return [{ from, to: from }];
  const at = isUse(block) ? rename.used++ : rename.answered++;
  return [{ from, to: rename.ids[at] ?? from }];
}

function withIds(message: AnthropicMessage, ids: readonly string[]): AnthropicMessage {
  const left = [...ids];
  const content = message.content.map((block): AnthropicBlock => {
    if (isUse(block)) return { ...block, id: left.shift() ?? block.id };
    return isResult(block) ? { ...block, tool_use_id: left.shift() ?? block.tool_use_id } : block;
  });
  return { ...message, content };
}

function isUse(block: AnthropicBlock): block is ToolUseBlock {
  return block.type === "tool_use";
}

function isResult(block: AnthropicBlock): block is Extract<AnthropicBlock, { readonly tool_use_id: string }> {
  return block.type === "tool_result";
}
