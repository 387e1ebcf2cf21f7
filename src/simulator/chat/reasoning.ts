import { z } from "zod";
import type { Answer } from "../answer.ts";
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

/** The same as deltas: text in pieces, then the signed details in one. */
export function reasoningDeltas({ blocks }: Answer, profile: ModelProfile, seal: Seal): readonly ReasoningFields[] {
  const { reasoningField } = profile;
  if (reasoningField === null) return [];
  const key = reasoningField === "reasoning_content" ? "reasoning_content" : "reasoning";
  const thoughts = blocks.filter((block) => block.kind === "thinking");
  const pieces = thoughts.flatMap((block, index) => (index === 0 ? block.pieces : ["\n\n", ...block.pieces]));
  const details = reasoningField === "reasoning_details" ? detailsOf(blocks, seal) : [];
  return [
    ...pieces.map((piece) => ({ [key]: piece })),
    ...(details.length === 0 ? [] : [{ reasoning_details: details }]),
  ];
}

function detailsOf(blocks: Answer["blocks"], seal: Seal): readonly ReasoningDetail[] {
  return blocks
    .filter((block) => block.kind === "thinking" || block.kind === "redacted")
    .map((block, index) =>
      block.kind === "thinking"
        ? { type: "reasoning.text", text: block.text, signature: seal.sign(block.text), format, index }
        : { type: "reasoning.encrypted", data: block.data, format, index },
    );
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
