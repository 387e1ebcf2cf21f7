import type { ChatCompletion, ChatCompletionChunk } from "openai/resources/chat/completions";
import type { CompletionUsage } from "openai/resources/completions";
import { callsIn } from "../answer.ts";
import type { Answer } from "../answer.ts";
import type { ReadContext, Frame, Rendered } from "../wire-format.ts";
import { piecesOf } from "../pieces.ts";
import { speaksStrictOpenAi } from "../model-profiles.ts";
import { reasoningDeltas, wholeReasoning } from "./reasoning.ts";
import type { ReasoningFields } from "./reasoning.ts";
import type { ChatBody } from "./schema.ts";

type FinishReason = ChatCompletion["choices"][number]["finish_reason"];
type Delta = ChatCompletionChunk["choices"][number]["delta"] & ReasoningFields;

const fingerprint = "fp_simulator";
const noise = "0123456789abcdef"; // OpenAI pads chunks so that their length betrays nothing

/** An answer as a chat completion, whole and in chunks. */
export function renderChat(answer: Answer, body: ChatBody, context: ReadContext): Rendered {
  const id = answer.ids("chatcmpl-");
  const whole = wholeCompletion(answer, id, context);
  return { whole, frames: [...chunkFrames(answer, whole, body, context)] };
}

function wholeCompletion(answer: Answer, id: string, { profile, seal }: ReadContext): ChatCompletion {
  const text = textOf(answer);
  const calls = callsIn(answer).map((call) => ({
    id: call.id,
    type: "function" as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  const message = {
    role: "assistant" as const,
    content: text,
    refusal: answer.refusal,
    annotations: [],
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...wholeReasoning(answer, profile, seal),
  };
  return {
    id,
    object: "chat.completion",
    created: answer.createdSeconds,
    model: answer.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(answer) ?? "stop" }],
    ...(answer.usage === null ? {} : { usage: usageOf(answer.usage) }),
    service_tier: "default",
    system_fingerprint: fingerprint,
  };
}

/** Texts of one answer are one text here. */
function textOf({ blocks }: Answer): string | null {
  const texts = blocks.flatMap((block) => (block.kind === "text" ? [block.text] : []));
  return texts.length === 0 ? null : texts.join("");
}

function finishOf(answer: Answer): FinishReason | null {
  const usual = callsIn(answer).length > 0 ? "tool_calls" : "stop";
  const { finish = usual } = answer;
  switch (finish) {
    case null:
      return null;
    case "length":
    case "tool_calls":
    case "content_filter":
    case "function_call":
      return finish;
    default:
      return "stop";
  }
}

function usageOf(usage: NonNullable<Answer["usage"]>): CompletionUsage {
  const prompt = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output_tokens,
    total_tokens: prompt + usage.output_tokens,
    prompt_tokens_details: {
      cached_tokens: usage.cache_read_tokens,
      cache_write_tokens: usage.cache_write_tokens,
      audio_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning_tokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function* chunkFrames(answer: Answer, whole: ChatCompletion, body: ChatBody, context: ReadContext): Generator<Frame> {
  const withUsage = body.stream_options?.include_usage === true;
  const padded = speaksStrictOpenAi(context.profile) && body.stream_options?.include_obfuscation !== false;
  const head = {
    id: whole.id,
    object: "chat.completion.chunk" as const,
    created: whole.created,
    model: whole.model,
    service_tier: "default" as const,
    system_fingerprint: fingerprint,
  };
  const chunk = (delta: Delta, finish: FinishReason | null, size = 0): ChatCompletionChunk => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(withUsage ? { usage: null } : {}),
    ...(padded ? { obfuscation: noise.slice(size % noise.length) } : {}),
  });
  for (const delta of deltas(answer, context)) yield frame(chunk(delta, null, JSON.stringify(delta).length));
  const finish = finishOf(answer);
  if (finish !== null) yield frame(chunk({}, finish));
  if (withUsage && whole.usage !== undefined) yield frame({ ...head, choices: [], usage: whole.usage });
  yield { event: null, data: "[DONE]" };
}

function* deltas(answer: Answer, { profile, seal }: ReadContext): Generator<Delta> {
  yield { role: "assistant", content: callsIn(answer).length > 0 ? null : "", refusal: null };
  yield* reasoningDeltas(answer, profile, seal);
  for (const block of answer.blocks) {
    if (block.kind === "text") yield* block.pieces.map((content) => ({ content }));
  }
  for (const piece of piecesOf(answer.refusal ?? "")) yield { refusal: piece };
  for (const [position, call] of callsIn(answer).entries()) {
    const index = call.index ?? position;
    const named = { index, id: call.id, type: "function" as const, function: { name: call.name, arguments: "" } };
    yield { tool_calls: [named] };
    yield* call.pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
}

function frame(data: ChatCompletionChunk): Frame {
  return { event: null, data };
}
