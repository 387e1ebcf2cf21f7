import type { FinishReason, ModelRequest } from "../../../domain/model-client.ts";
import { providerWirePhrases } from "../../../text/phrases/provider-wire.ts";
import { wellFormed } from "../../../text/well-formed.ts";
import type { ReplyDraft, WireEnd } from "../../protocol.ts";
import { argumentsText } from "../../../text/json-repair.ts";
import { providerFault } from "../provider-fault.ts";
import { isReceived, objectsIn, type Received, stringIn } from "../received.ts";
import { type CallDraft, settleCalls } from "../tool-calls.ts";
import { normaliseUsage } from "../usage.ts";
import { endedEmpty, faulty, invalid, replied } from "../wire-end.ts";
import type { AnthropicState, BlockDraft } from "./frames.ts";

type Answer = {
  readonly model: string;
  readonly blocks: readonly Received[];
  /** The calls' inputs as text: what was streamed may not be JSON. */
  readonly calls: readonly CallDraft[];
  readonly stopReason: string | null;
  readonly usage: unknown;
};

const finishReasons: Readonly<Record<string, FinishReason>> = {
  tool_use: "tool_calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content_filter",
};

export function endOfAnthropic(state: AnthropicState): WireEnd {
  if (state.fault !== null) return faulty(state.fault);
  const { model, stopReason, usage } = state;
  const blocks = state.blocks.map(blockOf);
  const calls = state.blocks.filter(({ begin }) => begin["type"] === "tool_use").map(callOf);
  if (stopReason === null && (blocks.length === 0 || calls.length > 0)) return endedEmpty;
  return raise({ model, blocks, calls, stopReason, usage });
}

export function wholeAnthropic(json: unknown, request: ModelRequest): WireEnd {
  if (!isReceived(json)) return invalid(providerWirePhrases.notAnObject);
  if (isReceived(json["error"])) return faulty(providerFault(json["error"]));
  if (!Array.isArray(json["content"])) return invalid(providerWirePhrases.noContentList);
  const blocks = objectsIn(json["content"]);
  return raise({
    model: stringIn(json, "model") || request.runtime.model,
    blocks,
    calls: blocks.filter((block) => block["type"] === "tool_use").map((block) => callIn(block, block["input"])),
    stopReason: stringIn(json, "stop_reason") || "end_turn",
    usage: json["usage"],
  });
}

function raise(answer: Answer): WireEnd {
  const mayBeEmpty = answer.stopReason === "end_turn" || answer.stopReason === "refusal";
  if (answer.blocks.length === 0 && !mayBeEmpty) return invalid(providerWirePhrases.noContent);
  return replied(replyOf(answer));
}

function replyOf({ model, blocks, calls: drafts, stopReason, usage }: Answer): ReplyDraft {
  const { calls, truncated } = settleCalls(drafts);
  const thinking = blocks.filter((block) => /^(?:redacted_)?thinking$/.test(stringIn(block, "type")));
  const reasoning = textsOf(blocks, "thinking").join("\n\n");
  const interleaves =
    calls.length > 0 && thinking.some((block) => stringIn(block, "signature") !== "" || "data" in block);
  return {
    content: wellFormed(textsOf(blocks, "text").join("\n")),
    reasoning: reasoning === "" ? null : wellFormed(reasoning),
    ...(thinking.length === 0 ? {} : { reasoning_details: thinking }),
    ...(interleaves ? { anthropic_content_blocks: blocks } : {}),
    tool_calls: calls,
    finish_reason: truncated || stopReason === null ? "length" : (finishReasons[stopReason] ?? "stop"),
    usage: normaliseUsage("anthropic_messages", usage),
    model,
    partial: stopReason === null ? { droppedTools: [], contentFilter: false } : null,
  };
}

function textsOf(blocks: readonly Received[], type: "text" | "thinking"): readonly string[] {
  return blocks
    .flatMap((block) => (block["type"] === type ? [stringIn(block, type)] : []))
    .filter((text) => text !== "");
}

/** The block as one piece; what the deltas did not touch stays as it began. */
function blockOf(draft: BlockDraft): Received {
  const { begin, text, thinking, signature, json } = draft;
  return {
    ...begin,
    ...(text === "" ? {} : { text: stringIn(begin, "text") + text }),
    ...(thinking === "" ? {} : { thinking: stringIn(begin, "thinking") + thinking }),
    ...(signature === "" ? {} : { signature: stringIn(begin, "signature") + signature }),
    ...(json === "" ? {} : { input: inputOf(json) }),
  };
}

function inputOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return {}; // the call keeps the text; a replay reads the input from there
  }
}

function callOf({ begin, json }: BlockDraft): CallDraft {
  return callIn(begin, json === "" ? begin["input"] : json);
}

function callIn(block: Received, input: unknown): CallDraft {
  return { id: stringIn(block, "id"), itemId: "", name: stringIn(block, "name"), arguments: argumentsText(input) };
}
