import type { CacheBreak, Divergence } from "../../domain/cache-break.ts";
import type { PromptParts } from "../../domain/cache.ts";

export type PromptChange = { readonly cause: CacheBreak; readonly at: Divergence | null };

/** What of an earlier prompt a later one does not begin with. Items are mostly the same objects, so this is a walk of pointers. */
export function changeBetween(before: PromptParts, after: PromptParts): PromptChange | null {
  const tool = firstDifference(before.tools, after.tools);
  if (tool !== null || before.tools.length !== after.tools.length)
    return { cause: "tools", at: { section: "tools", block: tool ?? before.tools.length } };
  const text = firstDifference(before.system, after.system);
  if (text !== null) return { cause: "system", at: { section: "system", block: text } };
  if (before.settings !== after.settings) return { cause: "params", at: { section: "messages", block: 0 } };
  if (before.system.length !== after.system.length)
    return { cause: "system", at: { section: "system", block: before.system.length } };
  const message = firstDifference(before.messages, after.messages);
  return message === null ? null : { cause: "history_edit", at: { section: "messages", block: message } };
}

/** null: the later list begins with the earlier one, whose last item may have grown. */
function firstDifference(before: readonly unknown[], after: readonly unknown[]): number | null {
  const last = before.length - 1;
  const index = before.findIndex((item, at) => !isSame(item, after[at]) && !(at === last && hasGrown(item, after[at])));
  return index === -1 ? null : index;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (other !== undefined && JSON.stringify(one) === JSON.stringify(other));
}

/** Neighbours of one role are sent as one message: what comes next joins the last. */
function hasGrown(before: unknown, after: unknown): boolean {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  return old !== null && now !== null && old.every((block, index) => isSame(block, now[index]));
}

function blocksOf(item: unknown): readonly unknown[] | null {
  if (typeof item !== "object" || item === null || !("content" in item)) return null;
  return Array.isArray(item.content) ? item.content : null;
}
