import { z } from "zod";
import type { DeepReadonly } from "../../domain/deep-readonly.ts";

const longestId = 64;

const marked = {
  prompt_cache_breakpoint: z
    .strictObject({ mode: z.literal("explicit"), ttl: z.enum(["30m", "12h"]).optional() })
    .nullish(),
};
const InputTextSchema = z.strictObject({ type: z.literal("input_text"), text: z.string(), ...marked });
const InputImageSchema = z.strictObject({
  type: z.literal("input_image"),
  image_url: z.string().nullish(),
  file_id: z.string().nullish(),
  detail: z.enum(["auto", "low", "high", "original"]).optional(),
  ...marked,
});
const OutputTextSchema = z.strictObject({
  type: z.literal("output_text"),
  text: z.string(),
  annotations: z.array(z.unknown()).optional(),
  logprobs: z.array(z.unknown()).optional(),
});
const RefusalSchema = z.strictObject({ type: z.literal("refusal"), refusal: z.string() });

const inputParts = z.array(z.discriminatedUnion("type", [InputTextSchema, InputImageSchema]));
const outputParts = z.array(z.discriminatedUnion("type", [OutputTextSchema, RefusalSchema]));
const status = { status: z.enum(["in_progress", "completed", "incomplete"]).nullish() };
const itemId = { id: z.string().max(longestId).nullish() };
const callId = { call_id: z.string().min(1).max(longestId) };
const type = { type: z.literal("message").optional() };
const asked = { ...type, ...itemId, ...status, content: z.union([z.string(), inputParts]) };

const MessageItemSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("user"), ...asked }),
  z.strictObject({ role: z.literal("system"), ...asked }),
  z.strictObject({ role: z.literal("developer"), ...asked }),
  z.strictObject({
    role: z.literal("assistant"),
    ...type,
    ...itemId,
    ...status,
    content: z.union([z.string(), outputParts]),
    phase: z.enum(["commentary", "final_answer"]).nullish(),
  }),
]);
const CallItemSchema = z.strictObject({
  type: z.literal("function_call"),
  ...itemId,
  ...callId,
  name: z.string().min(1),
  arguments: z.string(),
  ...status,
});
const OutputItemSchema = z.strictObject({
  type: z.literal("function_call_output"),
  ...itemId,
  ...callId,
  output: z.union([z.string(), inputParts]),
  ...status,
});
const ReasoningItemSchema = z.strictObject({
  type: z.literal("reasoning"),
  ...itemId,
  summary: z.array(z.strictObject({ type: z.literal("summary_text"), text: z.string() })),
  content: z.array(z.strictObject({ type: z.literal("reasoning_text"), text: z.string() })).nullish(),
  encrypted_content: z.string().nullish(),
  ...status,
});
const typedItem = z.discriminatedUnion("type", [CallItemSchema, OutputItemSchema, ReasoningItemSchema]);

const ToolSchema = z.strictObject({
  type: z.literal("function"),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
});

const includable = z.enum([
  "file_search_call.results",
  "web_search_call.results",
  "web_search_call.action.sources",
  "message.input_image.image_url",
  "computer_call_output.output.image_url",
  "code_interpreter_call.outputs",
  "reasoning.encrypted_content",
  "message.output_text.logprobs",
]);

export const ResponsesBodySchema = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.union([typedItem, MessageItemSchema]))]),
  instructions: z.string().nullish(),
  tools: z.array(ToolSchema).optional(),
  tool_choice: z
    .union([z.enum(["none", "auto", "required"]), z.strictObject({ type: z.literal("function"), name: z.string() })])
    .optional(),
  parallel_tool_calls: z.boolean().nullish(),
  reasoning: z
    .strictObject({
      effort: z.string().nullish(),
      summary: z.enum(["auto", "concise", "detailed"]).nullish(),
      context: z.enum(["auto", "current_turn", "all_turns"]).nullish(),
    })
    .nullish(),
  include: z.array(includable).nullish(),
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_obfuscation: z.boolean().optional() }).nullish(),
  max_output_tokens: z.int().min(16).nullish(),
  max_tool_calls: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  truncation: z.enum(["auto", "disabled"]).nullish(),
  text: z.looseObject({}).optional(),
  metadata: z.record(z.string(), z.string()).nullish(),
  prompt_cache_key: z.string().max(64).nullish(),
  prompt_cache_options: z
    .strictObject({ mode: z.enum(["implicit", "explicit"]).optional(), ttl: z.enum(["30m", "12h"]).optional() })
    .optional(),
  prompt_cache_retention: z.enum(["in_memory", "24h"]).nullish(),
  previous_response_id: z.string().nullish(),
  background: z.boolean().nullish(),
  safety_identifier: z.string().nullish(),
  service_tier: z.string().nullish(),
  user: z.string().optional(),
});

export type ResponsesBody = DeepReadonly<z.output<typeof ResponsesBodySchema>>;
export type Item = Exclude<ResponsesBody["input"], string>[number];
export type MessageItem = DeepReadonly<z.output<typeof MessageItemSchema>>;
export type ItemPart = DeepReadonly<
  | z.output<typeof InputTextSchema>
  | z.output<typeof InputImageSchema>
  | z.output<typeof OutputTextSchema>
  | z.output<typeof RefusalSchema>
>;

/** A string is one user message. */
export function itemsOf({ input }: Pick<ResponsesBody, "input">): readonly Item[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : input;
}

export function isMessage(item: Item): item is MessageItem {
  return "role" in item;
}

export function textIn(content: string | readonly ItemPart[]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => ("text" in part ? [part.text] : [])).join("\n");
}
