import type { Display } from "../../commands/slash/display.ts";
import type { ChatSettings } from "./chat-world.ts";
import type { Block } from "./screen.ts";

/** What the person wants to see of it. */
export function wantedBlocks(
  blocks: readonly Block[],
  reasoningView: Display["reasoningView"],
  { showsDiffs }: Pick<ChatSettings, "showsDiffs">,
): readonly Block[] {
  const showsThoughts = reasoningView !== "hidden";
  return blocks.filter(({ kind }) => (kind !== "reasoning" || showsThoughts) && (kind !== "diff" || showsDiffs));
}
