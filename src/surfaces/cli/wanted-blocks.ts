import type { Display } from "../../commands/slash/display.ts";
import type { ChatSettings } from "./chat-world.ts";
import type { Block } from "./screen.ts";

type Wishes = Pick<Display, "reasoningView" | "toolView"> & Pick<ChatSettings, "showsDiffs">;

/** What the person wants to see of it. */
export function wantedBlocks(blocks: readonly Block[], wishes: Wishes): readonly Block[] {
  return blocks.filter(({ kind }) => isWanted(kind, wishes));
}

function isWanted(kind: Block["kind"], { reasoningView, toolView, showsDiffs }: Wishes): boolean {
  switch (kind) {
    case "reasoning":
      return reasoningView !== "hidden";
    case "diff":
      return showsDiffs;
    case "tool":
    case "child":
      return toolView !== "off";
    default:
      return true;
  }
}
