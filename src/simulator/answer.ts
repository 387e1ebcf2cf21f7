import { noUsage } from "../domain/usage.ts";
import type { UsageParts } from "../domain/usage.ts";
import type { CacheUse } from "./cache/layout.ts";
import { countTokens } from "./count-tokens.ts";
import type { Ids } from "./ids.ts";
import type { ScriptBlock, ScriptReply } from "./scenario.ts";
import { piecesOf } from "./pieces.ts";

/** A reply with ids and numbers, before a vendor's format gives it a shape. */
export type Answer = {
  readonly model: string;
  readonly createdSeconds: number;
  readonly ids: Ids;
  readonly blocks: readonly AnswerBlock[];
  readonly refusal: string | null;
  /** Ours or the vendor's own word; null: the answer never says how it ended; absent: the usual one. */
  readonly finish: string | null | undefined;
  readonly usage: AnswerUsage | null;
};

export type AnswerUsage = UsageParts & { readonly write_hour_tokens: number };

export const nothingCounted: AnswerUsage = { ...noUsage, write_hour_tokens: 0 };

export type AnswerBlock =
  | { readonly kind: "thinking"; readonly text: string; readonly pieces: readonly string[] }
  | { readonly kind: "redacted"; readonly data: string }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly pieces: readonly string[];
      readonly phase: "commentary" | "final_answer" | null;
    }
  | AnswerCall;

export type AnswerCall = {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly pieces: readonly string[];
  readonly index: number | null;
};

type Circumstances = Pick<Answer, "model" | "createdSeconds" | "ids"> & {
  readonly callPrefix: string;
  readonly cache: CacheUse;
};

export function answerOf(reply: ScriptReply, { callPrefix, cache, ...known }: Circumstances): Answer {
  const blocks = scriptBlocks(reply).map((block) => blockOf(block, () => known.ids(callPrefix)));
  const refusal = reply.refusal ?? null;
  return {
    ...known,
    blocks,
    refusal,
    finish: reply.finish,
    usage: reply.usage === null ? null : { ...counted(blocks, refusal, cache), ...reply.usage },
  };
}

export function callsIn({ blocks }: Pick<Answer, "blocks">): readonly AnswerCall[] {
  return blocks.filter((block) => block.kind === "call");
}

function scriptBlocks({ blocks, thinking, text, tool_calls: calls = [] }: ScriptReply): readonly ScriptBlock[] {
  if (blocks !== undefined) return blocks;
  return [
    ...(thinking === undefined ? [] : [{ type: "thinking" as const, text: thinking }]),
    ...(text === undefined ? [] : [{ type: "text" as const, text }]),
    ...calls.map((call) => ({ type: "tool_call" as const, ...call })),
  ];
}

function blockOf(block: ScriptBlock, nextCallId: () => string): AnswerBlock {
  switch (block.type) {
    case "thinking":
      return { kind: "thinking", ...wordsOf(block.text) };
    case "redacted_thinking":
      return { kind: "redacted", data: block.data };
    case "text":
      return { kind: "text", ...wordsOf(block.text), phase: block.phase ?? null };
    case "tool_call": {
      const { text, pieces } = wordsOf(block.raw ?? JSON.stringify(block.arguments ?? {}));
      const id = block.id ?? nextCallId();
      return { kind: "call", id, name: block.name, arguments: text, pieces, index: block.index ?? null };
    }
  }
}

function wordsOf(words: string | readonly string[]): { readonly text: string; readonly pieces: readonly string[] } {
  if (typeof words === "string") return { text: words, pieces: piecesOf(words) };
  return { text: words.join(""), pieces: words };
}

function counted(blocks: readonly AnswerBlock[], refusal: string | null, cache: CacheUse): AnswerUsage {
  const tokens = (kinds: readonly string[]): number =>
    blocks.filter(({ kind }) => kinds.includes(kind)).reduce((sum, block) => sum + tokensOf(block), 0);
  return {
    input_tokens: cache.plain,
    output_tokens: tokens(["thinking", "redacted", "text", "call"]) + countTokens(refusal ?? ""),
    cache_read_tokens: cache.read,
    cache_write_tokens: cache.write,
    reasoning_tokens: tokens(["thinking", "redacted"]),
    write_hour_tokens: cache.writeHour,
  };
}

function tokensOf(block: AnswerBlock): number {
  if (block.kind === "redacted") return countTokens(block.data);
  return block.kind === "call" ? countTokens(block.name + block.arguments) : countTokens(block.text);
}
