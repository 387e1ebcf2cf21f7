import type { ModelDelta, ModelRequest } from "../../../domain/model-client.ts";
import type { Step, WireFault } from "../../protocol.ts";
import { addCallDelta, type CallSlot } from "./call-slots.ts";
import { type Choice, type Chunk, type Delta, readChunk } from "./chunk.ts";
import { type Thought, addReasoning, noThought } from "./reasoning-flow.ts";
import { errorInText, mayBeRawSse } from "./raw-sse.ts";
import { contentTexts } from "./content-texts.ts";
import { providerFault } from "../provider-fault.ts";
import { holdHalf } from "../surrogates.ts";

export type ChatState = {
  readonly model: string;
  readonly text: string;
  /** Received but not shown: perhaps raw SSE, or half of a character. */
  readonly held: string;
  readonly refusal: string;
  readonly thought: Thought;
  readonly slots: readonly CallSlot[];
  readonly finish: string | null;
  readonly usage: unknown;
  readonly fault: WireFault | null;
};

export function startChat(request: ModelRequest): ChatState {
  return {
    model: request.runtime.model,
    text: "",
    held: "",
    refusal: "",
    thought: noThought,
    slots: [],
    finish: null,
    usage: null,
    fault: null,
  };
}

export function stepChat(state: ChatState, frame: unknown): Step<ChatState> {
  const chunk = readChunk(frame);
  if (chunk === null || state.fault !== null) return [state, []];
  const fault = errorIn(chunk);
  if (fault !== null) return [{ ...state, fault }, []];
  const told = { ...state, model: chunk.model || state.model, usage: chunk.usage ?? state.usage };
  return chunk.choice === null ? [told, []] : onChoice(told, chunk.choice);
}

function errorIn({ error, errorType: code, errorMessage: message }: Chunk): WireFault | null {
  if (error) return providerFault(error);
  if (code === "" && message === "") return null;
  return providerFault({ code: code || undefined, message: message || undefined });
}

function onChoice(state: ChatState, { delta, finish }: Choice): Step<ChatState> {
  const [next, deltas] = delta === null ? [state, []] : onDelta(state, delta);
  if (finish === null) return [next, deltas];
  const [last, rest] = onFinish(next, finish);
  return [last, [...deltas, ...rest]];
}

function onDelta(state: ChatState, delta: Delta): Step<ChatState> {
  const { visible, thinking } = contentTexts(delta.content);
  const [thought, thoughts] = addReasoning(state.thought, {
    reasoning: delta.reasoning,
    content: delta.reasoningContent,
    details: delta.reasoningDetails,
    blocks: thinking,
  });
  const [shown, texts] = onText({ ...state, thought, refusal: state.refusal + delta.refusal }, visible);
  let slots = shown.slots;
  const drafted: ModelDelta[] = [];
  for (const call of delta.calls) {
    const added = addCallDelta(slots, call);
    slots = added.slots;
    if (added.named !== null) drafted.push({ type: "call", ...added.named });
  }
  return [{ ...shown, slots }, [...thoughts, ...texts, ...drafted]];
}

function onText(state: ChatState, chunk: string): Step<ChatState> {
  if (chunk === "") return [state, []];
  const text = state.text + chunk;
  const waiting = state.held + chunk;
  const nothingShown = waiting.length === text.length;
  if (nothingShown && mayBeRawSse(waiting)) return [{ ...state, text, held: waiting }, []];
  const [whole, half] = holdHalf(waiting);
  return [{ ...state, text, held: half }, whole === "" ? [] : [{ type: "text", text: whole }]];
}

/** The end decides what held text was: the provider's error in disguise, or plain words. */
function onFinish(state: ChatState, reason: string): Step<ChatState> {
  if (reason === "error" || reason === "error_finish") return [{ ...state, fault: errorInText(state.text) }, []];
  const [whole, half] = holdHalf(state.held);
  return [{ ...state, finish: reason, held: half }, whole === "" ? [] : [{ type: "text", text: whole }]];
}
