import { secondsOf } from "../../domain/clock.ts";
import type { AssistantMessage } from "../../domain/message.ts";
import type { ModelReply } from "../../domain/model-client.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import { joinFragments } from "./fragments.ts";

/** The reply as history keeps it: with what was said before it was cut, keys in one order, and only those that came. */
export function messageOf(reply: ModelReply, turn: TurnState, { clock }: Pick<TurnDeps, "clock">): AssistantMessage {
  const { interim } = turn;
  return {
    role: "assistant",
    content: joinFragments([...turn.fragments, reply.content]),
    reasoning: reply.reasoning ?? interim?.reasoning ?? null,
    finish_reason: reply.finish_reason,
    ...given("reasoning_content", reply.reasoning_content),
    ...given("reasoning_details", reply.reasoning_details),
    ...given("anthropic_content_blocks", reply.anthropic_content_blocks),
    ...given("codex_reasoning_items", joined(interim?.codex_reasoning_items, reply.codex_reasoning_items)),
    ...given("codex_message_items", joined(interim?.codex_message_items, reply.codex_message_items)),
    ...(reply.tool_calls.length === 0 ? {} : { tool_calls: reply.tool_calls }),
    timestamp: secondsOf(clock),
  };
}

type Items = readonly unknown[] | undefined;

export function joined(first: Items, second: Items): Items {
  if (first === undefined || second === undefined) return first ?? second;
  return [...first, ...second];
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  const entry: { [K in Key]?: Value } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}
