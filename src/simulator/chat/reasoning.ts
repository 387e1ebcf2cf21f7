import { z } from "zod";
import type { Answer, AnswerBlock } from "../answer.ts";
import type { ModelProfile } from "../model-profiles.ts";
import { firstOf, refuse } from "../refusal.ts";
import type { Rule } from "../refusal.ts";
import type { Seal } from "../seal.ts";
import type { Subject } from "./subject.ts";

/** Fields that no OpenAI type knows, though half the world sends them. */
export type ReasoningFields = {
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  readonly reasoning_details?: readonly ReasoningDetail[];
};

type ReasoningDetail = {
  readonly type: "reasoning.text" | "reasoning.encrypted";
  readonly text?: string;
  readonly signature?: string;
  readonly data?: string;
  readonly format: string;
  readonly index: number;
};

type Thought = Extract<AnswerBlock, { readonly kind: "thinking" | "redacted" }>;

const format = "anthropic-claude-v1";

/** All reasoning of an answer, for the whole object. */
export function wholeReasoning({ blocks }: Answer, profile: ModelProfile, seal: Seal): ReasoningFields {
  const text = blocks.flatMap((block) => (block.kind === "thinking" ? [block.text] : [])).join("\n\n");
  const details = detailsOf(blocks, seal);
  if (details.length === 0) return {};
  return profile.reasoningField === "reasoning_content"
    ? { reasoning_content: text }
    : profile.reasoningField === "reasoning_details"
      ? { reasoning: text, reasoning_details: details }
      : {};
}

/** The same as deltas. A gateway sends each piece twice, readable and as a detail; the signature comes last. */
export function reasoningDeltas({ blocks }: Answer, profile: ModelProfile, seal: Seal): readonly ReasoningFields[] {
  const { reasoningField } = profile;
  if (reasoningField === null) return [];
  const thoughts = blocks.filter((block) => block.kind === "thinking" || block.kind === "redacted");
  const first = thoughts.find(({ kind }) => kind === "thinking");
  return thoughts.flatMap((block, index): readonly ReasoningFields[] => {
    const gap = block === first ? "" : "\n\n";
    if (reasoningField === "reasoning_content")
      return readable(block, gap).map((reasoning_content) => ({ reasoning_content }));
    if (block.kind === "redacted") return [{ reasoning_details: [hidden(block.data, index)] }];
    const detail = { type: "reasoning.text" as const, format, index };
    return [
      ...readable(block, gap).map((reasoning, at) => ({
        reasoning,
        reasoning_details: [{ ...detail, text: block.pieces[at] ?? "" }],
      })),
      { reasoning_details: [{ ...detail, signature: seal.sign(block.text) }] },
    ];
  });
}

/** The pieces of a thought, parted from the thought before it. */
function readable(block: Thought, gap: string): readonly string[] {
  if (block.kind === "redacted") return [];
  return block.pieces.map((piece, at) => (at === 0 ? gap + piece : piece));
}

function detailsOf(blocks: Answer["blocks"], seal: Seal): readonly ReasoningDetail[] {
  return blocks
    .filter((block) => block.kind === "thinking" || block.kind === "redacted")
    .map((block, index) =>
      block.kind === "thinking"
        ? { type: "reasoning.text", text: block.text, signature: seal.sign(block.text), format, index }
        : hidden(block.data, index),
    );
}

function hidden(data: string, index: number): ReasoningDetail {
  return { type: "reasoning.encrypted", data, format, index };
}

const SignedDetail = z.looseObject({ type: z.literal("reasoning.text"), text: z.string(), signature: z.string() });

/** A gateway hands signed reasoning on, and the vendor behind it looks at the signature. */
export const signaturesHold: Rule<Subject> = ({ body: { messages }, context: { seal } }) =>
  firstOf(messages, (message, index) => {
    if (message.role !== "assistant") return null;
    return firstOf(message.reasoning_details ?? [], (detail, position) => {
      const signed = SignedDetail.safeParse(detail);
      if (!signed.success || seal.isSigned(signed.data.text, signed.data.signature)) return null;
      return refuse(`messages.${index}.content.${position}: Invalid \`signature\` in \`thinking\` block`);
    });
  });
