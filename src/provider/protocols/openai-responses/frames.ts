import { z } from "zod";
import type { ModelDelta, ModelRequest } from "../../../domain/model-client.ts";
import type { Step, WireFault } from "../../protocol.ts";
import { providerFault } from "../provider-fault.ts";
import { isReceived, type Received, stringIn, without } from "../received.ts";
import { holdHalf } from "../surrogates.ts";

export type ResponsesState = {
  readonly origin: Origin;
  /** Finished items, in the order they were finished. */
  readonly items: readonly Received[];
  /** Items that were announced and not finished. */
  readonly open: readonly OpenItem[];
  readonly text: Flow;
  readonly reasoning: Flow;
  /** The response object of the terminal event. */
  readonly response: Received | null;
  readonly fault: WireFault | null;
};

/** Who answers: part of what is stored, and of how an odd ending is read. */
export type Origin = { readonly model: string; readonly baseUrl: string; readonly official: boolean };

type OpenItem = { readonly index: number; readonly item: Received };

/** Text shown so far, and which section of the answer it belongs to. */
type Flow = { readonly text: string; readonly held: string; readonly section: string };

const noFlow: Flow = { text: "", held: "", section: "" };

const EventSchema = z.object({
  type: z.string(),
  output_index: z.number().catch(0),
  content_index: z.number().catch(0),
  summary_index: z.number().catch(0),
  item: z.unknown().optional(),
  delta: z.unknown().optional(),
  response: z.unknown().optional(),
});

type Event = z.infer<typeof EventSchema>;

export function startResponses(request: ModelRequest): ResponsesState {
  return {
    origin: originOf(request),
    items: [],
    open: [],
    text: noFlow,
    reasoning: noFlow,
    response: null,
    fault: null,
  };
}

export function originOf({ runtime }: ModelRequest): Origin {
  return { model: runtime.model, baseUrl: runtime.baseUrl, official: runtime.traits.official };
}

export function stepResponses(state: ResponsesState, raw: unknown): Step<ResponsesState> {
  const event = EventSchema.safeParse(raw);
  if (!event.success || state.fault !== null) return [state, []];
  if (event.data.type === "error") return [{ ...state, fault: errorIn(raw) }, []];
  return read(state, event.data);
}

function read(state: ResponsesState, event: Event): Step<ResponsesState> {
  switch (event.type) {
    case "response.output_item.added":
      return onAdded(state, event);
    case "response.output_item.done":
      return onDone(state, event);
    case "response.output_text.delta":
      return onText(state, event);
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
    case "response.cancelled":
      return [{ ...state, response: endedAs(event) }, []];
    default:
      return /reasoning.*delta$/.test(event.type) ? onReasoning(state, event) : [state, []];
  }
}

/** Some backends leave the status to the name of the event. */
function endedAs({ type, response }: Event): Received {
  return { status: type.slice("response.".length), ...(isReceived(response) ? response : {}) };
}

function onAdded(state: ResponsesState, { item, output_index: index }: Event): Step<ResponsesState> {
  if (!isReceived(item)) return [state, []];
  const next = { ...state, open: [...state.open, { index, item }] };
  if (item["type"] !== "function_call") return [next, []];
  const id = stringIn(item, "call_id") || stringIn(item, "id");
  return [next, [{ type: "call", id, name: stringIn(item, "name") }]];
}

function onDone(state: ResponsesState, { item, output_index: index }: Event): Step<ResponsesState> {
  if (!isReceived(item)) return [state, []];
  return [{ ...state, items: [...state.items, item], open: state.open.filter((open) => open.index !== index) }, []];
}

/** Commentary is thinking aloud: it is shown as reasoning. */
function onText(state: ResponsesState, event: Event): Step<ResponsesState> {
  const item = state.open.findLast((open) => open.index === event.output_index)?.item;
  const section = `text ${event.output_index}.${event.content_index}`;
  if (item !== undefined && isCommentary(item)) return addReasoning(state, event.delta, section);
  const [text, shown] = flow(state.text, event.delta, { section, separator: "\n" });
  return [{ ...state, text }, asDeltas("text", shown)];
}

function onReasoning(state: ResponsesState, event: Event): Step<ResponsesState> {
  return addReasoning(state, event.delta, `${event.output_index}.${event.summary_index}`);
}

function addReasoning(state: ResponsesState, delta: unknown, section: string): Step<ResponsesState> {
  const [reasoning, shown] = flow(state.reasoning, delta, { section, separator: "\n\n" });
  return [{ ...state, reasoning }, asDeltas("reasoning", shown)];
}

type Section = { readonly section: string; readonly separator: string };

function flow(before: Flow, delta: unknown, { section, separator }: Section): readonly [Flow, string] {
  if (typeof delta !== "string" || delta === "") return [before, ""];
  const isNext = before.text !== "" && before.section !== section;
  const [whole, half] = holdHalf(isNext ? separator + delta : before.held + delta);
  return [{ text: before.text + (isNext ? separator : "") + delta, held: half, section }, whole];
}

function asDeltas(type: "text" | "reasoning", text: string): readonly ModelDelta[] {
  return text === "" ? [] : [{ type, text }];
}

export function isCommentary(item: Received): boolean {
  return item["phase"] === "commentary" || item["phase"] === "analysis";
}

/** The event is the error itself, or wraps it. */
function errorIn(raw: unknown): WireFault {
  if (!isReceived(raw)) return providerFault(raw);
  return providerFault(isReceived(raw["error"]) ? raw["error"] : without(raw, "type"));
}
