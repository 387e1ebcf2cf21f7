import { z } from "zod";
import type { DeepReadonly } from "../../domain/deep-readonly.ts";
import { imageTypes } from "../image.ts";

const CacheControlSchema = z.strictObject({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() });
const marked = { cache_control: CacheControlSchema.nullish() };
const id = z.string().regex(/^[a-zA-Z0-9_-]+$/);

const TextSchema = z.strictObject({
  type: z.literal("text"),
  text: z.string(),
  ...marked,
  citations: z.array(z.unknown()).nullish(),
});
const ImageSchema = z.strictObject({
  type: z.literal("image"),
  source: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("base64"), media_type: z.enum(imageTypes), data: z.string() }),
    z.strictObject({ type: z.literal("url"), url: z.string() }),
  ]),
  ...marked,
});
const ThinkingSchema = z.strictObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() });
const RedactedSchema = z.strictObject({ type: z.literal("redacted_thinking"), data: z.string() });
const ToolUseSchema = z.strictObject({
  type: z.literal("tool_use"),
  id,
  name: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown()),
  caller: z.unknown().optional(),
  ...marked,
});
const ToolResultSchema = z.strictObject({
  type: z.literal("tool_result"),
  tool_use_id: id,
  content: z.union([z.string(), z.array(z.discriminatedUnion("type", [TextSchema, ImageSchema]))]).optional(),
  is_error: z.boolean().optional(),
  ...marked,
});

const userBlock = z.discriminatedUnion("type", [TextSchema, ImageSchema, ToolResultSchema]);
const assistantBlock = z.discriminatedUnion("type", [TextSchema, ThinkingSchema, RedactedSchema, ToolUseSchema]);
const MessageSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("user"), content: z.union([z.string(), z.array(userBlock)]) }),
  z.strictObject({ role: z.literal("assistant"), content: z.union([z.string(), z.array(assistantBlock)]) }),
]);

const ToolSchema = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().optional(),
  input_schema: z.record(z.string(), z.unknown()),
  type: z.literal("custom").nullish(),
  strict: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullish(),
  input_examples: z.array(z.record(z.string(), z.unknown())).optional(),
  ...marked,
});

const parallel = { disable_parallel_tool_use: z.boolean().optional() };
const display = { display: z.enum(["summarized", "omitted"]).nullish() };

export const MessagesBodySchema = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  messages: z.array(MessageSchema),
  system: z.union([z.string(), z.array(TextSchema)]).optional(),
  tools: z.array(ToolSchema).optional(),
  tool_choice: z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.literal("auto"), ...parallel }),
      z.strictObject({ type: z.literal("any"), ...parallel }),
      z.strictObject({ type: z.literal("tool"), name: z.string(), ...parallel }),
      z.strictObject({ type: z.literal("none") }),
    ])
    .optional(),
  thinking: z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.literal("enabled"), budget_tokens: z.int(), ...display }),
      z.strictObject({ type: z.literal("adaptive"), ...display }),
      z.strictObject({ type: z.literal("disabled") }),
    ])
    .optional(),
  output_config: z.strictObject({ effort: z.string().nullish(), format: z.unknown().optional() }).optional(),
  cache_control: CacheControlSchema.nullish(),
  stream: z.boolean().optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  stop_sequences: z.array(z.string()).optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  service_tier: z.enum(["auto", "standard_only"]).optional(),
  container: z.unknown().optional(),
  diagnostics: z.unknown().optional(),
  inference_geo: z.string().nullish(),
  speed: z.enum(["standard", "fast"]).nullish(),
  context_management: z.unknown().optional(),
});

export type MessagesBody = DeepReadonly<z.output<typeof MessagesBodySchema>>;
export type CacheControl = DeepReadonly<z.output<typeof CacheControlSchema>>;
export type TextBlock = DeepReadonly<z.output<typeof TextSchema>>;
export type ToolResultBlock = DeepReadonly<z.output<typeof ToolResultSchema>>;
export type ToolUseBlock = DeepReadonly<z.output<typeof ToolUseSchema>>;
export type Block = DeepReadonly<z.output<typeof userBlock> | z.output<typeof assistantBlock>>;
export type BodyMessage = { readonly role: "user" | "assistant"; readonly content: readonly Block[] };

/** A string is a list of one text block, for the vendor as for us. */
export function blocksOf({ role, content }: MessagesBody["messages"][number]): BodyMessage {
  return { role, content: typeof content === "string" ? [{ type: "text", text: content }] : content };
}

export function systemBlocks({ system = [] }: Pick<MessagesBody, "system">): readonly TextBlock[] {
  return typeof system === "string" ? [{ type: "text", text: system }] : system;
}

export function usesOf({ content }: BodyMessage): readonly ToolUseBlock[] {
  return content.filter((block) => block.type === "tool_use");
}

export function resultsOf({ content }: BodyMessage): readonly ToolResultBlock[] {
  return content.filter((block) => block.type === "tool_result");
}
