import type { ResponseUsage, Tool } from "openai/resources/responses/responses";
import type { Answer } from "../answer.ts";
import type { ReadContext, Rendered } from "../wire-format.ts";
import { itemsOf } from "./items.ts";
import type { OutputItem } from "./items.ts";
import type { ResponsesBody } from "./schema.ts";
import { streamFrames } from "./stream.ts";
import type { WireResponse } from "./stream.ts";

type Ending = Pick<WireResponse, "status" | "incomplete_details" | "error">;

/** An answer as a response object, whole and as events. */
export function renderResponse(answer: Answer, body: ResponsesBody, { seal }: ReadContext): Rendered {
  const id = answer.ids("resp_");
  const ending = endingOf(answer);
  const withEncrypted = body.include?.includes("reasoning.encrypted_content") ?? false;
  const items = itemsOf(answer, { seal, withEncrypted, isCutShort: ending.status === "incomplete" });
  const whole = wholeResponse(answer, body, { id, items, ending });
  return { whole, frames: streamFrames(whole, items, answer.finish !== null) };
}

function endingOf({ finish }: Answer): Ending {
  switch (finish) {
    case "length":
    case "incomplete":
      return { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, error: null };
    case "content_filter":
      return { status: "incomplete", incomplete_details: { reason: "content_filter" }, error: null };
    case "failed":
      return {
        status: "failed",
        incomplete_details: null,
        error: { code: "server_error", message: "The model failed to generate a response." },
      };
    default:
      return { status: "completed", incomplete_details: null, error: null };
  }
}

function wholeResponse(
  answer: Answer,
  body: ResponsesBody,
  { id, items, ending }: { readonly id: string; readonly items: readonly OutputItem[]; readonly ending: Ending },
): WireResponse {
  return {
    id,
    object: "response",
    created_at: answer.createdSeconds,
    completed_at: ending.status === "completed" ? answer.createdSeconds : null,
    ...ending,
    access_programs: null,
    background: false,
    max_tool_calls: null,
    model: answer.model,
    output: items.map(({ item }) => item),
    previous_response_id: null,
    service_tier: "default",
    metadata: {},
    ...echoed(body),
    ...(answer.usage === null ? {} : { usage: usageOf(answer.usage) }),
  };
}

/** A response repeats what it was asked with. */
function echoed(body: ResponsesBody) {
  return {
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    prompt_cache_key: body.prompt_cache_key ?? null,
    reasoning: { effort: null, summary: body.reasoning?.summary ?? null },
    temperature: body.temperature ?? 1,
    tool_choice: toolChoiceOf(body),
    tools: (body.tools ?? []).map(toolOf),
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? "disabled",
  };
}

function toolChoiceOf({ tool_choice: choice = "auto" }: ResponsesBody): WireResponse["tool_choice"] {
  return typeof choice === "string" ? choice : { ...choice };
}

function toolOf({ name, description, parameters, strict }: NonNullable<ResponsesBody["tools"]>[number]): Tool {
  return {
    type: "function",
    name,
    description: description ?? null,
    parameters: parameters === undefined || parameters === null ? null : { ...parameters },
    strict: strict ?? true,
  };
}

function usageOf(usage: NonNullable<Answer["usage"]>): ResponseUsage {
  const input = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cache_read_tokens, cache_write_tokens: usage.cache_write_tokens },
    output_tokens: usage.output_tokens,
    output_tokens_details: { reasoning_tokens: usage.reasoning_tokens },
    total_tokens: input + usage.output_tokens,
  };
}
