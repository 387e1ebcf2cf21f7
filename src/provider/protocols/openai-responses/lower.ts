import type { AssistantMessage, Message, ToolCall, ToolMessage } from "../../../domain/message.ts";
import { callsOf } from "../../../domain/message.ts";
import type { ModelRequest, ToolSchema } from "../../../domain/model-client.ts";
import { wellFormed } from "../../../text/well-formed.ts";
import { hostOf } from "../../caching/route.ts";
import { hasImage, imageNote, joinTexts, noOutput, type Piece, piecesOf } from "../content.ts";
import { canonicalArguments } from "../json-repair.ts";
import { createMemo } from "../memo.ts";
import { responsesCallId } from "../tool-ids.ts";
import { canReason } from "./efforts.ts";
import { replayedMessages, replayedReasoning } from "./replayed-items.ts";
import type { InputItem, InputPart, ResponsesTool } from "./wire-types.ts";

export type LoweredResponses = { readonly input: readonly InputItem[]; readonly tools: readonly ResponsesTool[] };

type Rules = { readonly issuer: string; readonly replays: boolean; readonly note: string | null };

export function createResponsesLowering(): (request: ModelRequest) => LoweredResponses {
  const lowered = createMemo<Message, readonly InputItem[]>();
  const tools = createMemo<readonly ToolSchema[], readonly ResponsesTool[]>();
  return (request) => {
    const rules = rulesOf(request);
    const variant = JSON.stringify(rules);
    let calls: readonly ToolCall[] = [];
    const isFirst = createOnce();
    const items = request.messages.flatMap((message) => {
      if (message.role !== "tool") {
        calls = callsOf(message);
        return lowered(message, variant, () => wellFormed(lowerSpoken(message, rules)));
      }
      const id = callIdFor(message, calls);
      return lowered(message, id === message.tool_call_id ? variant : `${variant}${id}`, () =>
        wellFormed(lowerResult(message, id, rules)),
      );
    });
    return {
      input: items.filter(isFirst),
      tools: tools(request.tools, "", () => wellFormed(request.tools.map(lowerTool))),
    };
  };
}

/** A thought that two messages hold, as held replies can, is sent with the first. */
function createOnce(): (item: InputItem) => boolean {
  const seen = new Set<unknown>();
  return (item) => {
    if (!("encrypted_content" in item)) return true;
    return seen.size < seen.add(item.encrypted_content).size;
  };
}

/** Encrypted items are readable only to the endpoint that made them. */
function rulesOf(request: ModelRequest): Rules {
  const { baseUrl, model } = request.runtime;
  const replays = canReason(model) && !request.latches.encryptedReplayDisabled;
  return { issuer: hostOf(baseUrl), replays, note: imageNote(request) };
}

/** A result may name either id of its call; the wire knows only one. */
function callIdFor({ tool_call_id: id }: ToolMessage, calls: readonly ToolCall[]): string {
  const call = calls.find((candidate) => candidate.id === id || candidate.call_id === id);
  return call?.call_id ?? call?.id ?? id;
}

function lowerSpoken(message: Exclude<Message, ToolMessage>, rules: Rules): readonly InputItem[] {
  if (message.role === "assistant") return lowerAssistant(message, rules);
  return [{ role: "user", content: contentOf(piecesOf(message.content, rules.note)) }];
}

function lowerAssistant(message: AssistantMessage, { issuer, replays }: Rules): readonly InputItem[] {
  const reasoning = replays ? replayedReasoning(message.codex_reasoning_items ?? [], issuer) : [];
  const stored = replayedMessages(message.codex_message_items ?? [], issuer);
  const calls = (message.tool_calls ?? []).map(lowerCall);
  const content = message.content.trim();
  const owesMessage = content !== "" || calls.length === 0; // reasoning alone must be followed by something
  const said: readonly InputItem[] = stored.length > 0 ? stored : owesMessage ? [{ role: "assistant", content }] : [];
  return [...reasoning, ...said, ...calls];
}

function lowerCall(call: ToolCall): InputItem {
  return {
    type: "function_call",
    call_id: responsesCallId(call.call_id ?? call.id),
    name: call.function.name,
    arguments: canonicalArguments(call.function.arguments),
  };
}

function lowerResult(message: ToolMessage, id: string, { note }: Rules): readonly InputItem[] {
  if (id === "") return [];
  const pieces = piecesOf(message.content, note);
  const output = pieces.length === 0 ? noOutput : contentOf(pieces);
  return [{ type: "function_call_output", call_id: responsesCallId(id), output }];
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
