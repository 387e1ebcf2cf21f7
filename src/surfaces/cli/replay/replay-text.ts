import { usualDisplay } from "../../../commands/slash/display.ts";
import { blockLines, type Look } from "../block-lines.ts";
import type { Block, Screen } from "../screen.ts";
import { wantedBlocks } from "../wanted-blocks.ts";
import { type Beat, played } from "./beat.ts";

/** All that was ever final, in order. */
export function replayBlocks(beats: readonly Beat[], opening: Screen): readonly Block[] {
  const blocks: Block[] = [...opening.finished];
  let screen: Screen = { ...opening, finished: [] };
  for (const beat of beats) {
    screen = played(screen, beat, beat.atMs);
    blocks.push(...screen.finished);
    screen = { ...screen, finished: [] };
  }
  return seen(blocks);
}

/** Without a skin of one's own a replay looks as a chat does that nobody has changed. */
export function seen(blocks: readonly Block[]): readonly Block[] {
  return wantedBlocks(blocks, { ...usualDisplay, showsDiffs: true });
}

/** As it stands in the scrollback; plain: an answer stays the text it is. */
export function replayLines(blocks: readonly Block[], look: Look, isPlain: boolean): readonly string[] {
  return blocks.flatMap((block) =>
    isPlain && block.kind === "text" ? ["", ...block.text.split("\n")] : blockLines(block, look),
  );
}
