import { estimateTokens, familyOf } from "../context/estimate-tokens.ts";
import type { ToolSchema } from "../domain/model-client.ts";
import { layerTexts, type FrozenPrompt } from "../prompt/frozen-prompt.ts";
import { charsIn } from "../text/code-points.ts";

/** What every request of a conversation begins with. */
export type Prefix = { readonly prompt: FrozenPrompt; readonly tools: readonly ToolSchema[] };

/** Tokens are our own estimate; characters are code points. */
export type Size = { readonly tokens: number; readonly chars: number; readonly bytes: number };

type NamedSize = Size & { readonly name: string };

export type PrefixSize = {
  readonly total: Size;
  /** As sent: with the blank lines between the layers, which belong to none of them. */
  readonly prompt: Size;
  readonly layers: readonly NamedSize[];
  readonly tools: Size;
  readonly toolSchemas: readonly NamedSize[];
};

/** The same estimate that decides when a history is compressed, taken apart. */
export function prefixSize({ prompt, tools }: Prefix, model: string): PrefixSize {
  const family = familyOf(model);
  const sizeOf = (text: string): Size => ({
    tokens: estimateTokens(text, family),
    chars: charsIn(text),
    bytes: Buffer.byteLength(text),
  });
  const toolSchemas = tools.map((tool) => ({ name: tool.name, ...sizeOf(JSON.stringify(tool)) }));
  const [whole, allTools] = [sizeOf(prompt.text), sumOf(toolSchemas)];
  return {
    total: sumOf([whole, allTools]),
    prompt: whole,
    layers: [...(layerTexts(prompt) ?? [])].map(([name, text]) => ({ name, ...sizeOf(text) })),
    tools: allTools,
    toolSchemas,
  };
}

function sumOf(sizes: readonly Size[]): Size {
  const sum = (key: keyof Size): number => sizes.reduce((total, size) => total + size[key], 0);
  return { tokens: sum("tokens"), chars: sum("chars"), bytes: sum("bytes") };
}
