import type { AssistantMessage, Message, ToolCall, ToolMessage } from "../../../domain/message.ts";
import { callsOf } from "../../../domain/message.ts";
import type { ModelRequest, ToolSchema } from "../../../domain/model-client.ts";
import { wellFormed } from "../../../text/well-formed.ts";
import { hostOf } from "../../caching/route.ts";
import { hasImage, imageNote, joinTexts, noOutput, type Piece, piecesOf, toolImageNote } from "../content.ts";
import { canonicalArguments } from "../json-repair.ts";
import { createMemo, createVariant } from "../memo.ts";
import { distinct, responsesCallId } from "../tool-ids.ts";
import { canReason } from "./efforts.ts";
import { nameless, replayedMessages, replayedReasoning } from "./replayed-items.ts";
import type { InputItem, InputPart, ResponsesTool } from "./wire-types.ts";

export type LoweredResponses = { readonly input: readonly InputItem[]; readonly tools: readonly ResponsesTool[] };

type Rules = {
  readonly issuer: string;
  readonly replays: boolean;
  readonly note: string | null;
  readonly toolNote: string | null;
};

export function createResponsesLowering(): (request: ModelRequest) => LoweredResponses {
  const lowered = createMemo<Message, readonly InputItem[]>();
  const tools = createMemo<readonly ToolSchema[], readonly ResponsesTool[]>();
  const variantOf = createVariant();
  return (request) => {
    const rules = rulesOf(request);
    const variant = variantOf(JSON.stringify(rules));
    let calls: readonly WireCall[] = [];
    const once = createOnce();
    const items = request.messages.flatMap((message) => {
      if (message.role !== "tool") {
        calls = wireCalls(message);
        return lowered(message, variant, () => wellFormed(lowerSpoken(message, rules)));
      }
      const id = callIdFor(message, calls);
      return lowered(message, id === message.tool_call_id ? variant : `${variant}${id}`, () =>
        wellFormed(lowerResult(message, id, rules)),
      );
    });
    return {
      input: items.flatMap(once),
      tools: tools(request.tools, "", () => wellFormed(request.tools.map(lowerTool))),
    };
  };
}

/** A thought that two messages hold, as held replies can, is sent with the first; the name of a message as well. */
function createOnce(): (item: InputItem) => readonly InputItem[] {
  const seen = new Set<unknown>();
  const isFirst = (key: unknown): boolean => seen.size < seen.add(key).size;
  return (item) => {
    if ("encrypted_content" in item) return isFirst(item.encrypted_content) ? [item] : [];
    return "id" in item && !isFirst(item.id) ? [nameless(item)] : [item];
  };
}

/** Encrypted items are readable only to the endpoint that made them. */
function rulesOf(request: ModelRequest): Rules {
  const { baseUrl, model } = request.runtime;
  const replays = canReason(model) && !request.latches.encryptedReplayDisabled;
  return { issuer: hostOf(baseUrl), replays, note: imageNote(request), toolNote: toolImageNote(request) };
}

/** A call and what it is called on this wire, where two open calls must differ. */
type WireCall = { readonly call: ToolCall; readonly wireId: string };

function wireCalls(message: Message): readonly WireCall[] {
  const taken = new Set<string>();
  return callsOf(message).map((call) => {
    const wireId = responsesCallId(distinct(responsesCallId(call.call_id || call.id), taken));
    taken.add(wireId);
    return { call, wireId };
  });
}

/** A result may name either id of its call; the wire knows only one. */
function callIdFor({ tool_call_id: id }: ToolMessage, calls: readonly WireCall[]): string {
  const asked = calls.find(({ call }) => call.id === id) ?? calls.find(({ call }) => call.call_id === id);
  return asked?.wireId ?? responsesCallId(id);
}

function lowerSpoken(message: Exclude<Message, ToolMessage>, rules: Rules): readonly InputItem[] {
  if (message.role === "assistant") return lowerAssistant(message, rules);
  return [{ role: "user", content: contentOf(piecesOf(message.content, rules.note)) }];
}

function lowerAssistant(message: AssistantMessage, { issuer, replays }: Rules): readonly InputItem[] {
  const reasoning = replays ? replayedReasoning(message.codex_reasoning_items ?? [], issuer) : [];
  const stored = replayedMessages(message.codex_message_items ?? [], issuer);
  const calls = wireCalls(message).map(lowerCall);
  const content = message.content.trim();
  const owesMessage = content !== "" || calls.length === 0; // reasoning alone must be followed by something
  const said: readonly InputItem[] = stored.length > 0 ? stored : owesMessage ? [{ role: "assistant", content }] : [];
  return [...reasoning, ...said, ...calls];
}

function lowerCall({ call, wireId }: WireCall): InputItem {
  return {
    type: "function_call",
    call_id: wireId,
    name: call.function.name,
    arguments: canonicalArguments(call.function.arguments),
  };
}

function lowerResult(message: ToolMessage, id: string, { toolNote }: Rules): readonly InputItem[] {
  if (id === "") return [];
  const pieces = piecesOf(message.content, toolNote);
  const output = pieces.length === 0 ? noOutput : contentOf(pieces);
  return [{ type: "function_call_output", call_id: id, output }];
}

function contentOf(pieces: readonly Piece[]): string | readonly InputPart[] {
  return hasImage(pieces) ? pieces.map(partOf) : joinTexts(pieces);
}

function partOf(piece: Piece): InputPart {
  if (piece.kind === "text") return { type: "input_text", text: piece.text };
  const { url, detail } = piece;
  return detail === undefined
    ? { type: "input_image", image_url: url }
    : { type: "input_image", image_url: url, detail };
}

function lowerTool({ name, description, parameters }: ToolSchema): ResponsesTool {
  return { type: "function", name, description, strict: false, parameters };
}
