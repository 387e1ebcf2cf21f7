import { z } from "zod";
import type { DeepReadonly } from "../domain/deep-readonly.ts";

/** Words as one text, or as the exact pieces they are streamed in. */
const words = z.union([z.string(), z.array(z.string())]);

const callShape = {
  name: z.string(),
  /** Given: the id; else one is made. */
  id: z.string().optional(),
  arguments: z.record(z.string(), z.unknown()).optional(),
  /** Sent as it is, broken or not, instead of `arguments`. */
  raw: words.optional(),
  /** Slot in a chat stream; servers exist that use the same one twice. */
  index: z.int().nonnegative().optional(),
};
const CallSchema = z.strictObject(callShape);

const BlockSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("thinking"), text: words }),
  z.strictObject({ type: z.literal("redacted_thinking"), data: z.string() }),
  z.strictObject({
    type: z.literal("text"),
    text: words,
    phase: z.enum(["commentary", "final_answer"]).optional(),
  }),
  z.strictObject({ type: z.literal("tool_call"), ...callShape }),
]);

const count = z.int().nonnegative().optional();
const UsageSchema = z.strictObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_write_tokens: count,
  reasoning_tokens: count,
});

const ReplySchema = z.strictObject({
  thinking: words.optional(),
  text: words.optional(),
  tool_calls: z.array(CallSchema).optional(),
  /** In this order, instead of the three above. */
  blocks: z.array(BlockSchema).optional(),
  refusal: z.string().optional(),
  /** One of ours (stop, tool_calls, length, content_filter, incomplete), the vendor's own word, or null for none at all. */
  finish: z.string().nullable().optional(),
  /** Replaces what was counted, field by field; null reports nothing. */
  usage: UsageSchema.nullable().optional(),
});

const headers = z.record(z.string(), z.string()).default({});

const FaultSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(300).max(599),
    headers,
    message: z.string().optional(),
    type: z.string().optional(),
    code: z.string().optional(),
    /** Sent instead of the vendor's error object. */
    body: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal("cut"), at_byte: z.int().nonnegative() }),
  z.strictObject({
    kind: z.literal("stall"),
    at_byte: z.int().nonnegative().default(0),
    /** How long the silence lasts until the line is cut; absent: until the caller gives up. */
    cut_after_ms: z.number().nonnegative().optional(),
  }),
  z.strictObject({ kind: z.literal("malformed"), at_frame: z.int().nonnegative().default(1) }),
  z.strictObject({ kind: z.literal("stream_error"), at_frame: z.int().nonnegative().default(1), message: z.string() }),
  z.strictObject({ kind: z.literal("empty") }),
  z.strictObject({ kind: z.literal("overflow"), above_tokens: z.int().nonnegative() }),
  z.strictObject({
    kind: z.literal("drip"),
    delay_ms: z.number().nonnegative(),
    /** Null leaves each frame whole. */
    chunk_bytes: z.int().positive().nullable().default(null),
  }),
  z.strictObject({ kind: z.literal("ignore_stream") }),
]);

const ExpectationSchema = z.strictObject({
  last_contains: z.string().optional(),
  system_contains: z.string().optional(),
  offers: z.array(z.string()).optional(),
  turns: z.int().nonnegative().optional(),
});

const StepSchema = z.strictObject({
  reply: ReplySchema.optional(),
  fault: FaultSchema.optional(),
  expect: ExpectationSchema.optional(),
  repeat: z.union([z.int().positive(), z.literal("forever")]).default(1),
});

/** A play for the simulator: what it answers, and what goes wrong on the way. */
export const ScenarioSchema = z.strictObject({
  steps: z.array(StepSchema).default([]),
  /** "conversation" plays the steps anew for each first user message. */
  match: z.enum(["global", "conversation"]).default("global"),
  api_key: z.string().nullable().default(null),
  /** The only models there are; absent: all that the table knows. */
  models: z.array(z.string()).optional(),
  context_window: z.int().positive().optional(),
  /** How many requests are kept for reading; long benchmarks keep none. */
  keep_requests: z.int().nonnegative().default(10_000),
});

export type ScenarioInput = z.input<typeof ScenarioSchema>;
export type Scenario = DeepReadonly<z.output<typeof ScenarioSchema>>;
export type ScriptStep = Scenario["steps"][number];
export type ScriptReply = DeepReadonly<z.output<typeof ReplySchema>>;
export type ScriptBlock = DeepReadonly<z.output<typeof BlockSchema>>;
export type Fault = DeepReadonly<z.output<typeof FaultSchema>>;
export type Expectation = DeepReadonly<z.output<typeof ExpectationSchema>>;
