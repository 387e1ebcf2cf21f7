import type { FinishReason, ModelRequest } from "../../../domain/model-client.ts";
import { providerWirePhrases } from "../../../text/phrases/provider-wire.ts";
import { wellFormed } from "../../../text/well-formed.ts";
import { hostOf } from "../../caching/route.ts";
import type { ReplyDraft, WireEnd } from "../../protocol.ts";
import { argumentsText } from "../../../text/json-repair.ts";
import { providerFault } from "../provider-fault.ts";
import { isReceived, objectsIn, type Received, stringIn } from "../received.ts";
import { type CallDraft, settleCalls } from "../tool-calls.ts";
import { normaliseUsage } from "../usage.ts";
import { endedEmpty, faulty, invalid, replied } from "../wire-end.ts";
import { type Origin, originOf, type ResponsesState } from "./frames.ts";
import { isUnfinished, sayings, type Sayings } from "./sayings.ts";
import { tagged } from "./replayed-items.ts";

/** `response` is empty when the stream ended before its terminal event. */
type Answer = { readonly origin: Origin; readonly items: readonly Received[]; readonly response: Received };

export function endOfResponses(state: ResponsesState): WireEnd {
  if (state.fault !== null) return faulty(state.fault);
  const { origin, response } = state;
  const items = state.items.length > 0 ? state.items : objectsIn(response?.["output"]);
  if (response === null && (items.length === 0 || state.open.length > 0)) return brokenOff(state);
  return raise({ origin, items, response: response ?? {} }, state.text.text);
}

/** It stopped inside an item: text is worth keeping, calls are not, not even the finished ones. */
function brokenOff(state: ResponsesState): WireEnd {
  const begun = [...state.items, ...state.open.map(({ item }) => item)];
  const calls = begun.filter((item) => item["type"] === "function_call");
  if (state.text.text === "" && calls.length === 0) {
    return endedEmpty;
  }
  const droppedTools = calls.map((item) => stringIn(item, "name"));
  const reply: ReplyDraft = {
    content: wellFormed(state.text.text),
    reasoning: state.reasoning.text === "" ? null : wellFormed(state.reasoning.text),
    tool_calls: [],
    finish_reason: "length",
    usage: null,
    model: state.origin.model,
    partial: { droppedTools, contentFilter: false },
  };
  return replied(reply);
}

export function wholeResponses(json: unknown, request: ModelRequest): WireEnd {
  if (!isReceived(json)) return invalid(providerWirePhrases.notAnObject);
  const isResponse = Array.isArray(json["output"]) || typeof json["status"] === "string";
  if (!isResponse && isReceived(json["error"])) return faulty(providerFault(json["error"]));
  if (!isResponse && stringIn(json, "output_text") === "") return invalid(providerWirePhrases.noOutput);
  return raise({ origin: originOf(request), items: objectsIn(json["output"]), response: json }, "");
}

function raise(answer: Answer, streamed: string): WireEnd {
  const { response } = answer;
  if (response["status"] === "failed" || response["status"] === "cancelled") return failed(response);
  const fallback = streamed || stringIn(response, "output_text");
  return replied(replyOf(answer, sayings(answer.items, fallback)));
}

function failed(response: Received): WireEnd {
  const error = isReceived(response["error"]) ? response["error"] : {};
  const code = stringIn(error, "code") || stringIn(response, "status");
  return invalid(`${code}: ${stringIn(error, "message") || providerWirePhrases.noReason}`);
}

function replyOf({ origin, items, response }: Answer, said: Sayings): ReplyDraft {
  const issuer = hostOf(origin.baseUrl);
  const { calls, truncated } = settleCalls(items.flatMap(callIn));
  const thoughts = items.filter(isReplayableThought).map((item) => tagged(item, issuer));
  const messages = said.leaked ? [] : said.messages.map((item) => tagged(item, issuer));
  return {
    content: wellFormed(said.text),
    reasoning: said.reasoning === "" ? null : wellFormed(said.reasoning),
    ...(thoughts.length === 0 ? {} : { codex_reasoning_items: thoughts }),
    ...(messages.length === 0 ? {} : { codex_message_items: messages }),
    tool_calls: calls,
    finish_reason: truncated ? "length" : finishOf({ items, response, said, origin, hasCalls: calls.length > 0 }),
    usage: normaliseUsage("codex_responses", response["usage"]),
    model: stringIn(response, "model") || origin.model,
    partial: null,
  };
}

type Ending = {
  readonly items: readonly Received[];
  readonly response: Received;
  readonly said: Sayings;
  readonly origin: Origin;
  readonly hasCalls: boolean;
};

function finishOf({ items, response, said, origin, hasCalls }: Ending): FinishReason {
  if (hasCalls) return "tool_calls";
  if (said.refused || wasFiltered(response)) return "content_filter";
  if (isUnfinished(response) || items.some(isUnfinished) || said.leaked) return "incomplete";
  if (said.text !== "") return "stop";
  if (said.commented) return "incomplete";
  const meantIt = !origin.official && response["status"] === "completed"; // unknown backends do end this way
  return items.some((item) => item["type"] === "reasoning") && !meantIt ? "incomplete" : "stop";
}

function wasFiltered({ incomplete_details: details }: Received): boolean {
  return isReceived(details) && details["reason"] === "content_filter";
}

/** Temporary ids belong to items the endpoint will not know again. */
function isReplayableThought(item: Received): boolean {
  if (item["type"] !== "reasoning" || stringIn(item, "encrypted_content") === "") return false;
  return !stringIn(item, "id").startsWith("rs_tmp_");
}

function callIn(item: Received): readonly CallDraft[] {
  if (item["type"] !== "function_call" || isUnfinished(item)) return [];
  const itemId = stringIn(item, "id");
  const id = stringIn(item, "call_id") || itemId;
  return [{ id, itemId, name: stringIn(item, "name"), arguments: argumentsText(item["arguments"]) }];
}
