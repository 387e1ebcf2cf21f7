import { z } from "zod";
import type { DeepReadonly } from "./deep-readonly.ts";

const TextPartSchema = z.object({ type: z.literal("text"), text: z.string() });
const ImagePartSchema = z.object({
  type: z.literal("image_url"),
  image_url: z.object({ url: z.string(), detail: z.string().optional() }),
});
const ContentSchema = z.union([z.string(), z.array(z.discriminatedUnion("type", [TextPartSchema, ImagePartSchema]))]);

const payloads = z.array(z.unknown()); // a provider's own words: stored and sent back as they came

const ToolCallSchema = z.object({
  id: z.string(),
  call_id: z.string().optional(),
  response_item_id: z.string().optional(),
  type: z.literal("function"),
  function: z.object({ name: z.string(), arguments: z.string() }),
  extra_content: z.unknown().optional(),
});

/** Who put a user message into the history: only "user" (or nothing) is a person's own words. */
const origin = z.enum(["user", "summary", "note", "nudge", "notification"]);

const rowId = z.union([z.string(), z.number()]);

/** What a summary was made of, apart from its words: a later version can render it anew. */
const SummaryMarkSchema = z.object({
  version: z.number(),
  body: z.string(), // the sections alone, without the words around them and what is appended
  has_user_turn: z.boolean(),
  source_range: z.object({ messages: z.number(), first_id: rowId.nullable(), last_id: rowId.nullable() }),
  user_messages: z.array(z.string()).optional(), // appended to the body, newest first
  anchors: z.array(z.string()).optional(),
  prefix_chars: z.number().optional(), // merged into a message of plain words: how many the summary has
});

const UserMessageSchema = z.object({
  role: z.literal("user"),
  content: ContentSchema,
  timestamp: z.number().optional(),
  extra: z
    .object({
      origin: origin.optional(),
      summary: SummaryMarkSchema.optional(),
      merged_summary: z.boolean().optional(), // the summary is the first block; the rest is the message
      display_kind: z.string().optional(), // for surfaces: how the row is shown, and with what
      display_metadata: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

const AssistantMessageSchema = z.object({
  role: z.literal("assistant"),
  content: z.string(),
  reasoning: z.string().nullable().optional(),
  finish_reason: z.string().optional(),
  reasoning_content: z.string().optional(),
  reasoning_details: payloads.optional(),
  anthropic_content_blocks: payloads.optional(),
  codex_reasoning_items: payloads.optional(),
  codex_message_items: payloads.optional(),
  tool_calls: z.array(ToolCallSchema).optional(),
  timestamp: z.number().optional(),
  extra: z
    .object({
      origin: z.literal("summary").optional(),
      summary: SummaryMarkSchema.optional(),
      merged_summary: z.boolean().optional(),
    })
    .optional(),
});

const ToolMessageSchema = z.object({
  role: z.literal("tool"),
  tool_call_id: z.string(),
  name: z.string(),
  tool_name: z.string(),
  content: ContentSchema,
  effect_disposition: z.enum(["none", "unknown"]).optional(),
  hint_dirs: z.array(z.string()).optional(), // folders whose instructions its text carries; stored, never sent
  risks: z.array(z.string()).optional(), // what the injection scanner saw in content from outside; stored, never sent
  timestamp: z.number().optional(),
  extra: z.object({ stub: z.boolean().optional() }).optional(), // made up for a call without a result, never stored
});

const MessageSchema = z.discriminatedUnion("role", [UserMessageSchema, AssistantMessageSchema, ToolMessageSchema]);

export type ImagePart = DeepReadonly<z.infer<typeof ImagePartSchema>>;
export type Content = DeepReadonly<z.infer<typeof ContentSchema>>;
export type ToolCall = DeepReadonly<z.infer<typeof ToolCallSchema>>;
export type UserMessage = DeepReadonly<z.infer<typeof UserMessageSchema>>;
export type AssistantMessage = DeepReadonly<z.infer<typeof AssistantMessageSchema>>;
export type ToolMessage = DeepReadonly<z.infer<typeof ToolMessageSchema>>;
export type SummaryMark = DeepReadonly<z.infer<typeof SummaryMarkSchema>>;
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** Checks and never rebuilds: a message read from disk is sent again with the bytes it has. */
export function isMessage(value: unknown): value is Message {
  return MessageSchema.safeParse(value).success;
}

/** A person's own words; summaries, notes and nudges are ours. */
export function isQuestion(message: Message): boolean {
  return message.role === "user" && (message.extra?.origin ?? "user") === "user";
}

/** The words in a content, images left out. */
export function textOf(content: Content): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** The words as people are shown them: what a person typed, without what was attached to it. */
export function shownText(message: Message): string {
  const typed = message.role === "user" ? message.extra?.display_metadata?.["typed"] : undefined;
  return typeof typed === "string" ? typed : textOf(ownContent(message));
}

/** The content without a summary that was put in front of it. */
export function ownContent(message: Message): Content {
  const { content } = message;
  if (message.role === "tool" || message.extra?.merged_summary !== true) return content;
  const prefix = message.extra.summary?.prefix_chars;
  if (typeof content === "string") return content.slice(prefix ?? 0);
  const own = content.slice(1);
  const [only] = own;
  return prefix !== undefined && own.length === 1 && only?.type === "text" ? only.text : own;
}

/** The content with more words at its end. */
export function withNote(content: Content, note: string): Content {
  return typeof content === "string" ? content + note : [...content, { type: "text", text: note }];
}

export function callsOf(message: Message): readonly ToolCall[] {
  return message.role === "assistant" ? (message.tool_calls ?? []) : [];
}
