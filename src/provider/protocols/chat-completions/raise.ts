import { z } from "zod";
import type { FinishReason, ModelRequest, PartialStub } from "../../../domain/model-client.ts";
import { providerWirePhrases } from "../../../text/phrases/provider-wire.ts";
import { wellFormed } from "../../../text/well-formed.ts";
import type { ReplyDraft, WireEnd } from "../../protocol.ts";
import { argumentsText } from "../../../text/json-repair.ts";
import { isCompleteJson } from "../json-repair.ts";
import { providerFault } from "../provider-fault.ts";
import { isReceived, listIn, objectsIn, type Received, stringIn } from "../received.ts";
import { readableReasoning } from "../reasoning-text.ts";
import { type CallDraft, settleCalls } from "../tool-calls.ts";
import { normaliseUsage } from "../usage.ts";
import { endedEmpty, faulty, invalid, replied } from "../wire-end.ts";
import type { CallSlot } from "./call-slots.ts";
import { contentTexts } from "./content-texts.ts";
import type { ChatState } from "./frames.ts";
import { errorInText } from "./raw-sse.ts";

/** An answer, however it came. `finish` is null only when a stream broke off. */
type Answer = {
  readonly model: string;
  readonly text: string;
  readonly refusal: string;
  readonly reasoning: string;
  readonly reasoningContent: string;
  readonly details: readonly unknown[];
  readonly calls: readonly CallDraft[];
  readonly finish: string | null;
  readonly usage: unknown;
};

const finishReasons: Readonly<Record<string, FinishReason>> = {
  length: "length",
  max_tokens: "length",
  model_length: "length",
  content_filter: "content_filter",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
};

export function endOfChat(state: ChatState): WireEnd {
  if (state.fault !== null) return faulty(state.fault);
  const { text, thought, slots, finish } = state;
  const answer: Answer = {
    model: state.model,
    text,
    refusal: state.refusal,
    reasoning: thought.text,
    reasoningContent: thought.content,
    details: thought.details,
    calls: slots.flatMap(draftOf),
    finish,
    usage: state.usage,
  };
  if (finish !== null) return replied(replyOf(answer));
  const nothing = text === "" && thought.text === "" && thought.details.length === 0 && slots.length === 0;
  if (nothing) return endedEmpty;
  return replied(brokenOff(answer));
}

/** The connection ended first. Calls count only if every one is complete: half a plan is never carried out. */
function brokenOff(answer: Answer): ReplyDraft {
  const complete = answer.calls.length > 0 && answer.calls.every((call) => isCompleteJson(call.arguments));
  if (complete) return replyOf({ ...answer, finish: "tool_calls" });
  const partial: PartialStub = { droppedTools: answer.calls.map((call) => call.name), contentFilter: false };
  return { ...replyOf({ ...answer, calls: [], finish: "length" }), partial };
}

export function wholeChat(json: unknown, request: ModelRequest): WireEnd {
  if (!isReceived(json)) return invalid(providerWirePhrases.notAnObject);
  if (json["error"]) return faulty(providerFault(json["error"]));
  const choice = objectsIn(json["choices"])[0];
  if (choice === undefined) return invalid(providerWirePhrases.noChoices);
  const message = isReceived(choice["message"]) ? choice["message"] : {};
  if (choice["finish_reason"] === "error") return faulty(errorInText(stringIn(message, "content")));
  return replied(replyOf(answerOf(json, choice, message, request)));
}

function answerOf(json: Received, choice: Received, message: Received, request: ModelRequest): Answer {
  const details = listIn(message["reasoning_details"]);
  const content = contentTexts(message["content"]);
  const reasoningContent = stringIn(message, "reasoning_content");
  return {
    model: stringIn(json, "model") || request.runtime.model,
    text: content.visible,
    refusal: stringIn(message, "refusal"),
    reasoning: stringIn(message, "reasoning") || reasoningContent || readableReasoning(details) || content.thinking,
    reasoningContent,
    details,
    calls: objectsIn(message["tool_calls"]).flatMap(callIn),
    finish: FinishSchema.parse(choice["finish_reason"]),
    usage: json["usage"],
  };
}

const FinishSchema = z.union([z.string(), z.number().transform(String)]).catch("stop");

function replyOf(answer: Answer): ReplyDraft {
  const { calls, truncated } = settleCalls(answer.calls);
  const refused = answer.text === "" && calls.length === 0 && answer.refusal !== "";
  const { details, reasoningContent } = answer;
  return {
    content: wellFormed(refused ? answer.refusal : answer.text),
    reasoning: answer.reasoning === "" ? null : wellFormed(answer.reasoning),
    ...(reasoningContent === "" ? {} : { reasoning_content: reasoningContent }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    tool_calls: calls,
    finish_reason: truncated ? "length" : finishOf(answer.finish ?? "stop", refused, calls.length > 0),
    usage: normaliseUsage("chat_completions", answer.usage),
    model: answer.model,
    partial: null,
  };
}

function finishOf(given: string, refused: boolean, hasCalls: boolean): FinishReason {
  const known = finishReasons[given] ?? "stop";
  if (known !== "stop") return known;
  if (refused) return "content_filter";
  return hasCalls ? "tool_calls" : "stop";
}

function draftOf({ id, name, arguments: args, extra }: CallSlot): readonly CallDraft[] {
  return name === null ? [] : [{ id, itemId: "", name, arguments: args, ...(extra === undefined ? {} : { extra }) }];
}

function callIn(call: Received): readonly CallDraft[] {
  const called = call["function"];
  if (!isReceived(called) || typeof called["name"] !== "string") return [];
  const id = call["call_id"] ?? call["id"];
  return [
    {
      id: typeof id === "string" || typeof id === "number" ? String(id) : "",
      itemId: stringIn(call, "response_item_id"),
      name: called["name"],
      arguments: argumentsText(called["arguments"]),
      ...(call["extra_content"] === undefined ? {} : { extra: call["extra_content"] }),
    },
  ];
}
