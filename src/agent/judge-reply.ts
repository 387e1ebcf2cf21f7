import { secondsOf, type Clock } from "../domain/clock.ts";
import type { AssistantMessage, ToolCall } from "../domain/message.ts";
import type { ModelReply } from "../domain/model-client.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";
import { ending, type Ending } from "./ending.ts";
import { spokenIn } from "./spoken-text.ts";

/** What a reply means for the turn. */
export type Verdict =
  | { readonly kind: "answer"; readonly message: AssistantMessage; readonly ending: Ending }
  | { readonly kind: "tools"; readonly message: AssistantMessage; readonly calls: readonly ToolCall[] }
  | { readonly kind: "ended"; readonly ending: Ending }; // nothing of it enters history

export function judgeReply(reply: ModelReply, clock: Clock): Verdict {
  if (reply.finish_reason === "content_filter") {
    const text = say.contentPolicy(reply.content);
    return { kind: "ended", ending: ending("content_policy_blocked", { text, error: "content_filter" }) };
  }
  if (reply.partial !== null && reply.partial.droppedTools.length > 0) {
    const error = `cut inside ${reply.partial.droppedTools.join(", ")}`;
    return {
      kind: "ended",
      ending: ending("truncated_tool_call", { text: say.cutInTool(reply.partial.droppedTools), error }),
    };
  }
  const message = messageOf(reply, clock);
  if (reply.tool_calls.length > 0 && reply.finish_reason !== "length") {
    return { kind: "tools", message, calls: reply.tool_calls };
  }
  if (reply.tool_calls.length > 0) {
    const names = reply.tool_calls.map((call) => call.function.name);
    return { kind: "ended", ending: ending("truncated_tool_call", { text: say.cutInTool(names), error: "length" }) };
  }
  return judgeText(reply, message);
}

function judgeText(reply: ModelReply, message: AssistantMessage): Verdict {
  if (message.content.trim() === "") {
    const parts = { text: "(empty)", explanation: say.emptyAnswer };
    return { kind: "ended", ending: ending("empty_response_exhausted", parts) };
  }
  if (reply.finish_reason === "length") {
    const parts = { detail: "length", text: message.content, error: "length", explanation: say.cutShort };
    return { kind: "answer", message, ending: ending("length_exhausted", parts) };
  }
  return {
    kind: "answer",
    message,
    ending: ending("text_response", { detail: reply.finish_reason, text: message.content }),
  };
}

/** The reply as history keeps it: keys in one order, and only those that came. */
export function messageOf(reply: ModelReply, clock: Clock): AssistantMessage {
  const { text, thinking } = spokenIn(reply.content);
  return {
    role: "assistant",
    content: text,
    reasoning: reply.reasoning ?? thinking, // what the endpoint itself calls reasoning wins over inline tags
    finish_reason: reply.finish_reason,
    ...given("reasoning_content", reply.reasoning_content),
    ...given("reasoning_details", reply.reasoning_details),
    ...given("anthropic_content_blocks", reply.anthropic_content_blocks),
    ...given("codex_reasoning_items", reply.codex_reasoning_items),
    ...given("codex_message_items", reply.codex_message_items),
    ...(reply.tool_calls.length === 0 ? {} : { tool_calls: reply.tool_calls }),
    timestamp: secondsOf(clock),
  };
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  const entry: { [K in Key]?: Value } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}
