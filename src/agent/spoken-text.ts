import { withoutMemoryBlocks } from "../text/stream-scrubber.ts";
import { splitThinking } from "../text/think-tags.ts";

/** A whole answer as history keeps it, and the thinking it had written into the text; null when there was none. */
export function spokenIn(content: string): { readonly text: string; readonly thinking: string | null } {
  const { text, thinking } = splitThinking(content);
  return { text: withoutMemoryBlocks(text), thinking: thinking === "" ? null : thinking };
}
