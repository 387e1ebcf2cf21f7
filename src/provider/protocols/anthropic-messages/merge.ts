import type { BlockAt } from "../../caching/marker.ts";
import { isThinking } from "./assistant-blocks.ts";
import type { AnthropicMessage } from "./wire-types.ts";

const opening: AnthropicMessage = {
  role: "user",
  content: [{ type: "text", text: "[The conversation continues from here]" }],
};

type Joined = { readonly parts: readonly AnthropicMessage[]; readonly message: AnthropicMessage };

export type Merged = { readonly messages: readonly AnthropicMessage[]; readonly anchor: BlockAt | null };

/** Neighbours of one role become one message, the same object for the same neighbours; the list starts with the user. */
export function createMerger(): (single: readonly (AnthropicMessage | null)[], anchorIndex: number) => Merged {
  const kept = new WeakMap<AnthropicMessage, Joined>();
  const join = (parts: readonly AnthropicMessage[]): readonly AnthropicMessage[] => {
    const [first] = parts;
    if (first === undefined || parts.length === 1) return parts;
    const last = kept.get(first);
    if (last !== undefined && sameParts(last.parts, parts)) return [last.message];
    const message = { role: first.role, content: parts.flatMap((part, at) => (at === 0 ? part.content : later(part))) };
    kept.set(first, { parts, message });
    return [message];
  };
  return (single, anchorIndex) => {
    const groups = groupByRole(single);
    const messages = groups.flatMap(({ parts }) => join(parts));
    const anchor = anchorOf(groups, single[anchorIndex] ?? null);
    if (messages[0]?.role !== "assistant") return { messages, anchor };
    return {
      messages: [opening, ...messages],
      anchor: anchor === null ? null : { ...anchor, message: anchor.message + 1 },
    };
  };
}

type Group = { readonly parts: AnthropicMessage[] };

function groupByRole(single: readonly (AnthropicMessage | null)[]): readonly Group[] {
  const groups: Group[] = [];
  for (const message of single) {
    const open = groups.at(-1);
    if (message === null) continue;
    if (open?.parts[0]?.role === message.role) open.parts.push(message);
    else groups.push({ parts: [message] });
  }
  return groups;
}

function anchorOf(groups: readonly Group[], anchor: AnthropicMessage | null): BlockAt | null {
  if (anchor === null) return null;
  const message = groups.findLastIndex(({ parts }) => parts.includes(anchor));
  const parts = groups[message]?.parts ?? [];
  const blocks = parts.slice(0, parts.indexOf(anchor) + 1).reduce((count, part) => count + part.content.length, 0);
  return message === -1 ? null : { message, block: blocks - 1 };
}

/** Thinking is signed for the place it stood in; behind another reply it stands elsewhere. */
function later(part: AnthropicMessage): AnthropicMessage["content"] {
  return part.role === "assistant" ? part.content.filter((block) => !isThinking(block)) : part.content;
}

function sameParts(a: readonly AnthropicMessage[], b: readonly AnthropicMessage[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
