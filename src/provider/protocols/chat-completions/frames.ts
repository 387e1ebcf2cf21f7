import { z } from "zod";
import type { ModelDelta, ModelRequest } from "../../../domain/model-client.ts";
import type { Step, WireFault } from "../../protocol.ts";
import { addCallDelta, CallDeltaSchema, type CallSlot } from "./call-slots.ts";
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

const words = z.string().nullish().catch(null);

const ChoiceSchema = z.object({
  delta: z
    .object({
      content: z.unknown().optional(),
      refusal: words,
      reasoning: words,
      reasoning_content: words,
      reasoning_details: z.array(z.unknown()).nullish().catch(null),
      tool_calls: z.array(CallDeltaSchema).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  finish_reason: z.union([z.string(), z.number()]).nullish().catch(null),
});

const ChunkSchema = z.object({
  model: words,
  choices: z.array(ChoiceSchema).nullish().catch(null),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
  error_type: words,
  error_message: words,
});

type Choice = z.infer<typeof ChoiceSchema>;
type Delta = NonNullable<Choice["delta"]>;

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
  const chunk = ChunkSchema.safeParse(frame);
  if (!chunk.success || state.fault !== null) return [state, []];
  const { model, usage, choices, ...rest } = chunk.data;
  const fault = errorIn(rest);
  if (fault !== null) return [{ ...state, fault }, []];
  const told = { ...state, model: model || state.model, usage: usage ?? state.usage };
  const choice = choices?.[0];
  return choice === undefined ? [told, []] : onChoice(told, choice);
}

type ErrorKeys = Pick<z.infer<typeof ChunkSchema>, "error" | "error_type" | "error_message">;

function errorIn({ error, error_type: type, error_message: message }: ErrorKeys): WireFault | null {
  if (error) return providerFault(error);
  return type || message ? providerFault({ code: type ?? undefined, message: message ?? undefined }) : null;
}

function onChoice(state: ChatState, { delta, finish_reason: reason }: Choice): Step<ChatState> {
  const [next, deltas] = delta ? onDelta(state, delta) : [state, []];
  if (reason === null || reason === undefined) return [next, deltas];
  const [last, rest] = onFinish(next, String(reason));
  return [last, [...deltas, ...rest]];
}

function onDelta(state: ChatState, delta: Delta): Step<ChatState> {
  const { visible, thinking } = contentTexts(delta.content);
  const [thought, thoughts] = addReasoning(state.thought, {
    reasoning: delta.reasoning ?? "",
    content: delta.reasoning_content ?? "",
    details: delta.reasoning_details ?? [],
    blocks: thinking,
  });
  const [shown, texts] = onText({ ...state, thought, refusal: state.refusal + (delta.refusal ?? "") }, visible);
  let slots = shown.slots;
  const drafted: ModelDelta[] = [];
  for (const call of delta.tool_calls ?? []) {
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
