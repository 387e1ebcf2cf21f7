import type { PromptBlock, PromptLayout } from "../../src/simulator/cache/layout.ts";

/** A text that counts for so many tokens, whatever its real length. Another name makes it another text. */
export function sized(tokens: number, name: string): string {
  return `@${tokens}:${name}`;
}

/** The layout with the sizes its texts claim; what claims none weighs nothing. */
export function resized(layout: PromptLayout): PromptLayout {
  return { ...layout, blocks: layout.blocks.map(claimed) };
}

/** The sum of all sizes that something claims. */
export function claimedTokens(value: unknown): number {
  const claims = JSON.stringify(value).matchAll(/@(\d+):/g);
  return claims.reduce((sum, [, tokens]) => sum + Number(tokens), 0);
}

function claimed(block: PromptBlock): PromptBlock {
  return { ...block, tokens: Number(/@(\d+):/.exec(block.bytes)?.[1] ?? 0) };
}
