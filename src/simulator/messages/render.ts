import type {
  ContentBlock,
  Message,
  MessageDeltaUsage,
  RawMessageStreamEvent,
  StopReason,
  Usage,
} from "@anthropic-ai/sdk/resources/messages";
import { callsIn, nothingCounted } from "../answer.ts";
import type { Answer, AnswerBlock } from "../answer.ts";
import { parsedOr } from "../parsed-or.ts";
import type { Seal } from "../seal.ts";
import type { Frame, Rendered } from "../wire-format.ts";

const stops: Readonly<Record<string, StopReason>> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  content_filter: "refusal",
  incomplete: "pause_turn",
};

/** An answer as Anthropic sends it, whole and as events. */
export function renderMessage(answer: Answer, seal: Seal): Rendered {
  const whole = wholeMessage(answer, seal);
  return { whole, frames: [...events(answer, whole)].map(toFrame) };
}

function wholeMessage(answer: Answer, seal: Seal): Message {
  const stop = stopOf(answer);
  const explained =
    stop === "refusal" ? { type: "refusal" as const, category: null, explanation: answer.refusal } : null;
  return {
    id: answer.ids("msg_"),
    type: "message",
    role: "assistant",
    model: answer.model,
    content: answer.blocks.map((block) => contentBlock(block, seal)),
    stop_reason: stop,
    stop_sequence: null,
    stop_details: explained,
    container: null,
    diagnostics: null,
    usage: usageOf(answer),
  };
}

function stopOf(answer: Answer): StopReason | null {
  const { finish } = answer;
  if (finish === null) return null;
  if (finish === undefined) {
    if (answer.refusal !== null) return "refusal";
    return callsIn(answer).length > 0 ? "tool_use" : "end_turn";
  }
  return stops[finish] ?? Object.values(stops).find((known) => known === finish) ?? vendorStop(finish);
}

function vendorStop(finish: string): StopReason {
  return finish === "model_context_window_exceeded" || finish === "stop_sequence" ? finish : "end_turn";
}

function contentBlock(block: AnswerBlock, seal: Seal): ContentBlock {
  switch (block.kind) {
    case "thinking":
      return { type: "thinking", thinking: block.text, signature: seal.sign(block.text) };
    case "redacted":
      return { type: "redacted_thinking", data: block.data };
    case "text":
      return { type: "text", text: block.text, citations: null };
    case "call":
      return {
        type: "tool_use",
        id: block.id,
        name: block.name,
        input: parsedOr(block.arguments, {}),
        caller: { type: "direct" },
      };
  }
}

function usageOf({ usage }: Answer): Usage {
  const counts = usage ?? nothingCounted;
  const hour = Math.min(counts.write_hour_tokens, counts.cache_write_tokens);
  return {
    input_tokens: counts.input_tokens,
    cache_creation_input_tokens: counts.cache_write_tokens,
    cache_read_input_tokens: counts.cache_read_tokens,
    cache_creation: {
      ephemeral_5m_input_tokens: counts.cache_write_tokens - hour,
      ephemeral_1h_input_tokens: hour,
    },
    output_tokens: counts.output_tokens,
    output_tokens_details: { thinking_tokens: counts.reasoning_tokens },
    inference_geo: null,
    server_tool_use: null,
    service_tier: "standard",
    speed: null,
  };
}

type Event = RawMessageStreamEvent | { readonly type: "ping" };

function* events(answer: Answer, whole: Message): Generator<Event> {
  const first = { ...whole.usage, output_tokens: 1, output_tokens_details: null };
  const opening = { ...whole, content: [], stop_reason: null, stop_details: null, usage: first };
  yield { type: "message_start", message: opening };
  for (const [index, block] of answer.blocks.entries()) {
    const content = whole.content[index];
    if (content === undefined) continue;
    yield { type: "content_block_start", index, content_block: emptied(content) };
    if (index === 0) yield { type: "ping" };
    yield* deltas(block, content, index);
    yield { type: "content_block_stop", index };
  }
  if (whole.stop_reason === null) return; // an answer that never says how it ended
  yield {
    type: "message_delta",
    delta: { stop_reason: whole.stop_reason, stop_sequence: null, stop_details: whole.stop_details, container: null },
    usage: deltaUsage(whole.usage),
  };
  yield { type: "message_stop" };
}

function* deltas(block: AnswerBlock, content: ContentBlock, index: number): Generator<Event> {
  if (block.kind === "redacted") return;
  for (const piece of block.pieces) {
    yield { type: "content_block_delta", index, delta: deltaOf(block.kind, piece) };
  }
  if (content.type !== "thinking") return;
  yield { type: "content_block_delta", index, delta: { type: "signature_delta", signature: content.signature } };
}

function deltaOf(kind: "thinking" | "text" | "call", piece: string) {
  switch (kind) {
    case "thinking":
      return { type: "thinking_delta" as const, thinking: piece, estimated_tokens: null };
    case "text":
      return { type: "text_delta" as const, text: piece };
    case "call":
      return { type: "input_json_delta" as const, partial_json: piece };
  }
}

function emptied(block: ContentBlock): ContentBlock {
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  if (block.type === "tool_use") return { ...block, input: {} };
  return block.type === "text" ? { ...block, text: "" } : block;
}

function deltaUsage(usage: Usage): MessageDeltaUsage {
  return {
    input_tokens: usage.input_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    cache_read_input_tokens: usage.cache_read_input_tokens,
    output_tokens: usage.output_tokens,
    output_tokens_details: usage.output_tokens_details,
    server_tool_use: null,
  };
}

function toFrame(data: Event): Frame {
  return { event: data.type, data };
}
