import type { Block, Screen } from "./screen.ts";

/** What the person wants to see of it. */
export function wantedBlocks(
  blocks: readonly Block[],
  { showsReasoning, showsDiffs }: { readonly showsReasoning: boolean; readonly showsDiffs: boolean },
): readonly Block[] {
  return blocks.filter(({ kind }) => (kind !== "reasoning" || showsReasoning) && (kind !== "diff" || showsDiffs));
}

export function withoutThoughts(screen: Screen): Screen {
  return screen.turn === null ? screen : { ...screen, turn: { ...screen.turn, reasoning: "" } };
}
