import { z } from "zod";
import type { DeepReadonly } from "../../domain/deep-readonly.ts";

const BreakpointSchema = z.strictObject({ mode: z.literal("explicit"), ttl: z.enum(["30m", "12h"]).optional() });
const CacheControlSchema = z.strictObject({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() });

/** What marks a part for a cache; which of the two is allowed depends on who answers. */
const marked = {
  prompt_cache_breakpoint: BreakpointSchema.nullish(),
  cache_control: CacheControlSchema.nullish(),
};
const TextPartSchema = z.strictObject({ type: z.literal("text"), text: z.string(), ...marked });
const ImagePartSchema = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({ url: z.string(), detail: z.enum(["auto", "low", "high", "original"]).optional() }),
  ...marked,
});
const RefusalPartSchema = z.strictObject({ type: z.literal("refusal"), refusal: z.string() });

const texts = z.union([z.string(), z.array(TextPartSchema).min(1)]);
const parts = z.union([z.string(), z.array(z.discriminatedUnion("type", [TextPartSchema, ImagePartSchema])).min(1)]);
/** Gateways take a marker on a whole message, and do nothing with it. */
const name = { name: z.string().optional(), cache_control: CacheControlSchema.nullish() };

const ToolCallSchema = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
  extra_content: z.unknown().optional(),
  index: z.int().optional(),
});

const MessageSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: texts, ...name }),
  z.strictObject({ role: z.literal("developer"), content: texts, ...name }),
  z.strictObject({ role: z.literal("user"), content: parts, ...name }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z
      .union([z.string(), z.array(z.discriminatedUnion("type", [TextPartSchema, RefusalPartSchema])).min(1)])
      .nullish(),
    refusal: z.string().nullish(),
    annotations: z.array(z.unknown()).optional(),
    tool_calls: z.array(ToolCallSchema).min(1).optional(),
    ...name,
    reasoning: z.string().nullish(),
    reasoning_content: z.string().nullish(),
    reasoning_details: z.array(z.unknown()).optional(),
  }),
  z.strictObject({ role: z.literal("tool"), content: parts, tool_call_id: z.string(), ...name }), // OpenAI's own examples name it
]);

const ToolSchema = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    strict: z.boolean().nullish(),
  }),
  cache_control: CacheControlSchema.nullish(),
});

const unit = z.number().min(0).max(1).nullish();
const signed = z.number().min(-2).max(2).nullish();

/** The parameters of OpenAI, and after them those that only others understand. */
const openAiShape = {
  model: z.string().min(1),
  messages: z.array(MessageSchema).min(1),
  frequency_penalty: signed,
  logit_bias: z.record(z.string(), z.number()).nullish(),
  logprobs: z.boolean().nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  modalities: z.array(z.enum(["text", "audio"])).nullish(),
  n: z.int().min(1).max(1).nullish(),
  parallel_tool_calls: z.boolean().optional(),
  presence_penalty: signed,
  prompt_cache_key: z.string().max(64).nullish(),
  prompt_cache_options: z
    .strictObject({ mode: z.enum(["implicit", "explicit"]).optional(), ttl: z.enum(["30m", "12h"]).optional() })
    .optional(),
  prompt_cache_retention: z.enum(["in_memory", "24h"]).nullish(),
  reasoning_effort: z.string().nullish(),
  response_format: z.looseObject({ type: z.enum(["text", "json_schema", "json_object"]) }).optional(),
  safety_identifier: z.string().nullish(),
  seed: z.int().nullish(),
  service_tier: z.string().nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  tool_choice: z
    .union([
      z.enum(["none", "auto", "required"]),
      z.strictObject({ type: z.literal("function"), function: z.strictObject({ name: z.string() }) }),
    ])
    .optional(),
  tools: z.array(ToolSchema).min(1).max(128).optional(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  top_p: unit,
  user: z.string().optional(),
  verbosity: z.enum(["low", "medium", "high"]).nullish(),
};

const gatewayShape = {
  reasoning: z.looseObject({}).optional(),
  thinking: z.looseObject({ type: z.string() }).optional(),
  provider: z.looseObject({}).optional(),
  usage: z.looseObject({}).optional(),
  models: z.array(z.string()).optional(),
  route: z.string().optional(),
  transforms: z.array(z.string()).optional(),
  plugins: z.array(z.unknown()).optional(),
  session_id: z.string().optional(),
  chat_template_kwargs: z.looseObject({}).optional(),
  top_k: z.number().optional(),
  min_p: unit,
  repetition_penalty: z.number().optional(),
};

export const StrictChatSchema = z.strictObject(openAiShape);
export const GatewayChatSchema = z.strictObject({ ...openAiShape, ...gatewayShape });

export type ChatBody = DeepReadonly<z.output<typeof GatewayChatSchema>>;
export type ChatMessage = ChatBody["messages"][number];
export type AssistantMessage = Extract<ChatMessage, { role: "assistant" }>;
export type ChatPart = DeepReadonly<
  z.output<typeof TextPartSchema> | z.output<typeof ImagePartSchema> | z.output<typeof RefusalPartSchema>
>;

/** A string is a list of one text part. */
export function partsOf(content: ChatMessage["content"]): readonly ChatPart[] {
  if (content === null || content === undefined) return [];
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

export function textOf(content: ChatMessage["content"]): string {
  return partsOf(content)
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
}
