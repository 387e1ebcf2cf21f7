import type {
  Response,
  ResponseFunctionToolCall,
  ResponseOutputMessage,
  ResponseReasoningItem,
  ResponseStreamEvent,
} from "openai/resources/responses/responses";
import type { Frame } from "../wire-format.ts";
import type { OutputItem } from "./items.ts";

type WithoutNumber<Event> = Event extends unknown ? Omit<Event, "sequence_number"> : never;

/** A response as it travels: `output_text` is the SDK's own addition. */
export type WireResponse = Omit<Response, "output_text">;
type WireEvent =
  | WithoutNumber<Exclude<ResponseStreamEvent, { response: Response }>>
  | { readonly type: LifecycleType; readonly response: WireResponse };
type LifecycleType =
  | "response.created"
  | "response.in_progress"
  | "response.completed"
  | "response.incomplete"
  | "response.failed";

/** The whole response, told event by event. */
export function streamFrames(whole: WireResponse, items: readonly OutputItem[], isEnded: boolean): readonly Frame[] {
  return [...events(whole, items, isEnded)].map((event, number) => ({
    event: event.type,
    data: { ...event, sequence_number: number },
  }));
}

function* events(whole: WireResponse, items: readonly OutputItem[], isEnded: boolean): Generator<WireEvent> {
  const { usage: _usage, ...rest } = whole;
  const opening: WireResponse = {
    ...rest,
    status: "in_progress",
    output: [],
    error: null,
    incomplete_details: null,
    completed_at: null,
  };
  yield { type: "response.created", response: opening };
  yield { type: "response.in_progress", response: opening };
  for (const [index, item] of items.entries()) yield* itemEvents(item, index);
  if (isEnded) yield { type: terminalType(whole), response: whole };
}

function terminalType({ status }: WireResponse): LifecycleType {
  if (status === "failed") return "response.failed";
  return status === "incomplete" ? "response.incomplete" : "response.completed";
}

function* itemEvents({ item, pieces }: OutputItem, output_index: number): Generator<WireEvent> {
  switch (item.type) {
    case "reasoning":
      yield { type: "response.output_item.added", output_index, item: { ...item, summary: [] } };
      yield* summaryEvents(item, pieces, output_index);
      break;
    case "message":
      yield { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress", content: [] } };
      yield* contentEvents(item, pieces, output_index);
      break;
    case "function_call":
      yield {
        type: "response.output_item.added",
        output_index,
        item: { ...item, status: "in_progress", arguments: "" },
      };
      yield* argumentEvents(item, pieces, output_index);
      break;
  }
  yield { type: "response.output_item.done", output_index, item };
}

function* summaryEvents(
  item: ResponseReasoningItem,
  pieces: readonly string[],
  output_index: number,
): Generator<WireEvent> {
  const [part] = item.summary;
  if (part === undefined) return;
  const at = { item_id: item.id, output_index, summary_index: 0 };
  yield { type: "response.reasoning_summary_part.added", ...at, part: { ...part, text: "" } };
  for (const delta of pieces) yield { type: "response.reasoning_summary_text.delta", ...at, delta };
  yield { type: "response.reasoning_summary_text.done", ...at, text: part.text };
  yield { type: "response.reasoning_summary_part.done", ...at, part };
}

function* contentEvents(
  item: ResponseOutputMessage,
  pieces: readonly string[],
  output_index: number,
): Generator<WireEvent> {
  const [part] = item.content;
  if (part === undefined) return;
  const at = { item_id: item.id, output_index, content_index: 0 };
  if (part.type === "refusal") {
    yield { type: "response.content_part.added", ...at, part: { ...part, refusal: "" } };
    for (const delta of pieces) yield { type: "response.refusal.delta", ...at, delta };
    yield { type: "response.refusal.done", ...at, refusal: part.refusal };
  } else {
    yield { type: "response.content_part.added", ...at, part: { ...part, text: "" } };
    for (const delta of pieces) yield { type: "response.output_text.delta", ...at, delta, logprobs: [] };
    yield { type: "response.output_text.done", ...at, text: part.text, logprobs: [] };
  }
  yield { type: "response.content_part.done", ...at, part };
}

function* argumentEvents(
  item: ResponseFunctionToolCall & { id: string },
  pieces: readonly string[],
  output_index: number,
): Generator<WireEvent> {
  const at = { item_id: item.id, output_index };
  for (const delta of pieces) yield { type: "response.function_call_arguments.delta", ...at, delta };
  yield { type: "response.function_call_arguments.done", ...at, arguments: item.arguments };
}
