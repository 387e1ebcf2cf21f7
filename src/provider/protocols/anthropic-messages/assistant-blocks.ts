import type { AssistantMessage, ToolCall } from "../../../domain/message.ts";
import { sorted } from "../../../text/canonical-json.ts";
import { emptyText } from "../content.ts";
import { parseRepaired } from "../../../text/json-repair.ts";
import { isReceived, objectsIn, stringIn, without } from "../received.ts";
import { anthropicToolId } from "../tool-ids.ts";
import type { AnthropicBlock, AnthropicMessage, ReplayedBlock, ToolUseBlock } from "./wire-types.ts";

/** Signatures cover the whole message: once a call is missing from it, none of its thinking is valid. */
export function lowerAssistant(
  message: AssistantMessage,
  keepsThinking: boolean,
  unanswered: readonly string[],
): AnthropicMessage {
  const calls = (message.tool_calls ?? []).filter((call) => !unanswered.includes(call.id));
  const uses = calls.map(toolUse);
  const stored = objectsIn(message.anthropic_content_blocks).filter(isTyped);
  const blocks = stored.length > 0 ? replayed(stored, uses) : composed(message, uses);
  const intact = unanswered.length === 0 && !lostUse(stored, uses);
  const kept = blocks.filter((block) => !isThinking(block) || (keepsThinking && intact && isSigned(block)));
  const says = kept.some((block) => !isThinking(block));
  return { role: "assistant", content: says ? kept : [...kept, { type: "text", text: emptyText }] };
}

export function isThinking(block: { readonly type: string }): boolean {
  return block.type === "thinking" || block.type === "redacted_thinking";
}

/** The blocks in the order they came; inputs from the calls, which are what was executed. */
function replayed(stored: readonly ReplayedBlock[], uses: readonly ToolUseBlock[]): readonly AnthropicBlock[] {
  const left = [...uses];
  const blocks = stored.flatMap((block): readonly AnthropicBlock[] => {
    if (isThinking(block)) return [withoutMark(block)];
    if (block.type === "text") return stringIn(block, "text").trim() === "" ? [] : [withoutMark(block)];
    if (block.type !== "tool_use") return [withoutMark(block)];
    const id = anthropicToolId(stringIn(block, "id"));
    const at = left.findIndex((use) => use.id === id);
    return at === -1 ? [] : left.splice(at, 1);
  });
  return [...blocks, ...left];
}

function composed(message: AssistantMessage, uses: readonly ToolUseBlock[]): readonly AnthropicBlock[] {
  const thinking = objectsIn(message.reasoning_details).filter(isTyped).filter(isThinking).map(withoutMark);
  const text = message.content.trim();
  return [...thinking, ...(text === "" ? [] : [{ type: "text" as const, text }]), ...uses];
}

function lostUse(stored: readonly ReplayedBlock[], uses: readonly ToolUseBlock[]): boolean {
  const ids = new Set(uses.map((use) => use.id));
  return stored.some((block) => block.type === "tool_use" && !ids.has(anthropicToolId(stringIn(block, "id"))));
}

function toolUse(call: ToolCall): ToolUseBlock {
  const input = sorted(parseRepaired(call.function.arguments));
  return {
    type: "tool_use",
    id: anthropicToolId(call.id),
    name: call.function.name,
    input: isReceived(input) ? input : {},
  };
}

function isSigned(block: AnthropicBlock): boolean {
  if (!isReceived(block)) return false;
  return stringIn(block, block.type === "thinking" ? "signature" : "data") !== "";
}

function withoutMark(block: ReplayedBlock): ReplayedBlock {
  const bare = without(block, "cache_control");
  return isTyped(bare) ? bare : block;
}

function isTyped(block: unknown): block is ReplayedBlock {
  return isReceived(block) && typeof block["type"] === "string";
}
