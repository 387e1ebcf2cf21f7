import type { AssistantMessage, Message, ToolCall } from "../../../domain/message.ts";
import type { ModelRequest, ToolSchema } from "../../../domain/model-client.ts";
import { takesToolImages } from "../../tool-images.ts";
import { wellFormed } from "../../../text/well-formed.ts";
import {
  imageLeftOut,
  imageNote,
  joinTexts,
  noOutput,
  type Piece,
  piecesOf,
  systemBlocks,
  systemText,
  toolImageNote,
} from "../content.ts";
import { canonicalArguments } from "../json-repair.ts";
import { createMemo, createVariant } from "../memo.ts";
import { chatCallId } from "../tool-ids.ts";
import type { ChatCall, ChatMessage, ChatPart, ChatTool } from "./wire-types.ts";

export type LoweredChat = { readonly messages: readonly ChatMessage[]; readonly tools: readonly ChatTool[] };

/** Everything but the message itself that its lowered form depends on. */
type Rules = {
  readonly asParts: boolean;
  readonly note: string | null;
  readonly toolNote: string | null;
  readonly toolParts: boolean;
  readonly echo: "off" | "copy" | "pad";
  readonly details: boolean;
  readonly signatures: boolean;
};

export function createChatLowering(): (request: ModelRequest) => LoweredChat {
  const lowered = createMemo<Message, ChatMessage>();
  const tools = createMemo<readonly ToolSchema[], readonly ChatTool[]>();
  const variantOf = createVariant();
  return (request) => {
    const rules = rulesOf(request);
    const variant = variantOf(JSON.stringify(rules));
    const messages = request.messages.map((message) =>
      lowered(message, variant, () => wellFormed(lowerMessage(message, rules))),
    );
    return {
      messages: [...systemMessage(request, rules), ...messages],
      tools: tools(request.tools, "", () => wellFormed(request.tools.map(lowerTool))),
    };
  };
}

function rulesOf(request: ModelRequest): Rules {
  const { model, traits } = request.runtime;
  return {
    asParts: traits.caching.kind === "markers", // a marker must find its block there already
    note: imageNote(request),
    toolNote: takesToolImages(request.runtime) ? toolImageNote(request) : imageLeftOut,
    toolParts: !request.latches.toolTextOnly,
    echo: traits.reasoningEcho,
    details: traits.reasoningEcho !== "off" && !request.latches.reasoningDetailsDisabled,
    signatures: /gemini|gemma/i.test(model),
  };
}

function systemMessage(request: ModelRequest, rules: Rules): readonly ChatMessage[] {
  const blocks = systemBlocks(request);
  if (blocks.length === 0) return [];
  const role = /gpt-5|codex/i.test(request.runtime.model) ? "developer" : "system";
  if (!rules.asParts) return [{ role, content: systemText(request) }];
  return [{ role, content: blocks.map(({ text }) => ({ type: "text", text })) }];
}

function lowerMessage(message: Message, rules: Rules): ChatMessage {
  if (message.role === "assistant") return lowerAssistant(message, rules);
  if (message.role === "user")
    return { role: "user", content: contentOf(piecesOf(message.content, rules.note), rules) };
  return {
    role: "tool",
    tool_call_id: chatCallId(message.tool_call_id),
    name: message.name,
    content: resultOf(piecesOf(message.content, rules.toolNote), rules),
  };
}

function resultOf(pieces: readonly Piece[], rules: Rules): string | readonly ChatPart[] {
  const said: readonly Piece[] = pieces.length === 0 ? [{ kind: "text", text: noOutput }] : pieces;
  return rules.toolParts ? contentOf(said, rules) : joinTexts(said);
}

function lowerAssistant(message: AssistantMessage, rules: Rules): ChatMessage {
  const content = contentOf(piecesOf(message.content, null), rules);
  const calls = (message.tool_calls ?? []).map((call) => lowerCall(call, rules));
  return {
    role: "assistant",
    content: content.length === 0 && calls.length > 0 ? null : content,
    ...echoOf(message, rules),
    ...(rules.details && message.reasoning_details !== undefined
      ? { reasoning_details: message.reasoning_details }
      : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** `pad`: the server insists on the key wherever it made a call, even when there was nothing to think. */
function echoOf(message: AssistantMessage, { echo }: Rules): { readonly reasoning_content?: string } {
  if (echo === "off") return {};
  const text = message.reasoning_content || message.reasoning || "";
  if (text !== "") return { reasoning_content: text };
  return echo === "pad" && (message.tool_calls ?? []).length > 0 ? { reasoning_content: " " } : {};
}

function lowerCall(call: ToolCall, { signatures }: Rules): ChatCall {
  return {
    id: chatCallId(call.id),
    type: "function",
    function: { name: call.function.name, arguments: canonicalArguments(call.function.arguments) },
    ...(signatures && call.extra_content !== undefined ? { extra_content: call.extra_content } : {}),
  };
}

/** A plain string where the endpoint is known to take nothing else. */
function contentOf(pieces: readonly Piece[], { asParts }: Rules): string | readonly ChatPart[] {
  const plain = pieces.every((piece) => piece.kind === "text");
  return plain && (!asParts || pieces.length === 0) ? joinTexts(pieces) : pieces.map(partOf);
}

function partOf(piece: Piece): ChatPart {
  if (piece.kind === "text") return { type: "text", text: piece.text };
  const { url, detail } = piece;
  return { type: "image_url", image_url: detail === undefined ? { url } : { url, detail } };
}

function lowerTool({ name, description, parameters }: ToolSchema): ChatTool {
  return { type: "function", function: { name, description, parameters } };
}
