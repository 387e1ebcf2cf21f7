import { z } from "zod";
import type { ModelDelta, ModelRequest } from "../../../domain/model-client.ts";
import type { Step, WireFault } from "../../protocol.ts";
import { providerFault } from "../provider-fault.ts";
import { isReceived, type Received, stringIn } from "../received.ts";
import { holdHalf } from "../surrogates.ts";

/** A block that is still being written: how it began, and what its deltas added. */
export type BlockDraft = {
  readonly index: number;
  readonly begin: Received;
  readonly text: string;
  readonly thinking: string;
  readonly signature: string;
  readonly json: string;
};

export type AnthropicState = {
  readonly model: string;
  readonly blocks: readonly BlockDraft[];
  readonly held: string;
  readonly stopReason: string | null;
  readonly usage: Received | null;
  readonly fault: WireFault | null;
};

const FrameSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message_start"),
    message: z.object({ model: z.unknown().optional(), usage: z.unknown().optional() }),
  }),
  z.object({ type: z.literal("content_block_start"), index: z.number(), content_block: z.unknown().optional() }),
  z.object({ type: z.literal("content_block_delta"), index: z.number(), delta: z.unknown().optional() }),
  z.object({ type: z.literal("content_block_stop"), index: z.number() }),
  z.object({
    type: z.literal("message_delta"),
    delta: z.object({ stop_reason: z.unknown().optional() }),
    usage: z.unknown().optional(),
  }),
  z.object({ type: z.literal("error"), error: z.unknown().optional() }),
]);

type Frame = z.infer<typeof FrameSchema>;
type FrameOf<Type extends Frame["type"]> = Extract<Frame, { type: Type }>;

export function startAnthropic(request: ModelRequest): AnthropicState {
  return { model: request.runtime.model, blocks: [], held: "", stopReason: null, usage: null, fault: null };
}

export function stepAnthropic(state: AnthropicState, raw: unknown): Step<AnthropicState> {
  const frame = FrameSchema.safeParse(raw);
  return frame.success && state.fault === null ? read(state, frame.data) : [state, []];
}

function read(state: AnthropicState, frame: Frame): Step<AnthropicState> {
  switch (frame.type) {
    case "message_start":
      return onStart(state, frame);
    case "content_block_start":
      return onBlockStart(state, frame);
    case "content_block_delta":
      return onBlockDelta(state, frame);
    case "content_block_stop":
      return [{ ...state, held: "" }, []]; // half a character at the end of a block has no other half
    case "message_delta":
      return onMessageDelta(state, frame);
    case "error":
      return [{ ...state, fault: providerFault(frame.error) }, []];
  }
}

function onStart(state: AnthropicState, { message }: FrameOf<"message_start">): Step<AnthropicState> {
  const model = typeof message.model === "string" && message.model !== "" ? message.model : state.model;
  return [{ ...state, model, usage: addUsageFields(state.usage, message.usage) }, []];
}

function onBlockStart(state: AnthropicState, frame: FrameOf<"content_block_start">): Step<AnthropicState> {
  const begin = frame.content_block;
  if (!isReceived(begin)) return [state, []];
  const draft = { index: frame.index, begin, text: "", thinking: "", signature: "", json: "" };
  const opened = { ...state, blocks: [...state.blocks, draft], held: "" };
  if (begin["type"] !== "tool_use") return show(opened, draft, begin);
  return [opened, [{ type: "call", id: stringIn(begin, "id"), name: stringIn(begin, "name") }]];
}

function onBlockDelta(state: AnthropicState, { index, delta }: FrameOf<"content_block_delta">): Step<AnthropicState> {
  const at = state.blocks.findLastIndex((block) => block.index === index);
  const draft = state.blocks[at];
  if (draft === undefined || !isReceived(delta)) return [state, []];
  const grown = {
    ...draft,
    text: draft.text + stringIn(delta, "text"),
    thinking: draft.thinking + stringIn(delta, "thinking"),
    signature: draft.signature + stringIn(delta, "signature"),
    json: draft.json + stringIn(delta, "partial_json"),
  };
  return show({ ...state, blocks: state.blocks.with(at, grown) }, draft, delta);
}

/** Between blocks, as in the finished reply. */
const separators = { text: "\n", reasoning: "\n\n" } as const;

function show(state: AnthropicState, before: BlockDraft, piece: Received): Step<AnthropicState> {
  const type = stringIn(piece, "text") === "" ? "reasoning" : "text";
  const key = type === "text" ? "text" : "thinking";
  const added = stringIn(piece, key);
  if (added === "") return [state, []];
  const begins = piece === before.begin || stringIn(before.begin, key) + before[key] === "";
  const separator = begins && shownBefore(state, before.index, key) ? separators[type] : "";
  const [whole, half] = holdHalf(state.held + separator + added);
  const deltas: readonly ModelDelta[] = whole === "" ? [] : [{ type, text: whole }];
  return [{ ...state, held: half }, deltas];
}

function shownBefore({ blocks }: AnthropicState, index: number, key: "text" | "thinking"): boolean {
  return blocks.some((block) => block.index !== index && stringIn(block.begin, key) + block[key] !== "");
}

function onMessageDelta(state: AnthropicState, frame: FrameOf<"message_delta">): Step<AnthropicState> {
  const reason = frame.delta.stop_reason;
  const stopReason = typeof reason === "string" ? reason : state.stopReason;
  return [{ ...state, stopReason, usage: addUsageFields(state.usage, frame.usage) }, []];
}

/** Later counts are totals; a field that is missing or null says nothing. */
function addUsageFields(before: Received | null, usage: unknown): Received | null {
  if (!isReceived(usage)) return before;
  const told = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(told) };
}
