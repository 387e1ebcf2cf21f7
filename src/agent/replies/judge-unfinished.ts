import type { AssistantMessage } from "../../domain/message.ts";
import type { ModelReply } from "../../domain/model-client.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { joined } from "./message-of.ts";
import { fragment, nudge, type Judge } from "./verdict.ts";

const mostFurther = 2;
const mostMissing = 3;

/** The Responses format may stop in the middle: what it has is put behind the history, and it is asked to go on. */
export const judgeIncomplete: Judge = (reply, turn) => {
  if (reply.finish_reason !== "incomplete") return null;
  if (turn.counts.responsesIncomplete >= mostFurther) {
    const parts = { text: say.incomplete, error: "incomplete" };
    return { kind: "ended", ending: ending("responses_incomplete", parts) };
  }
  turn.counts.responsesIncomplete += 1;
  turn.interim = held(reply, turn.interim);
  const replayable = (turn.interim.codex_reasoning_items ?? turn.interim.codex_message_items) !== undefined;
  return { kind: "again", scaffold: replayable ? [turn.interim] : [nudge("Answer now.")] };
};

/** Equal visible text replaces what was held; reasoning adds up. */
function held(reply: ModelReply, before: AssistantMessage | null): AssistantMessage {
  const items = joined(before?.codex_reasoning_items, reply.codex_reasoning_items);
  const messages =
    before?.content === reply.content
      ? (reply.codex_message_items ?? before.codex_message_items)
      : joined(before?.codex_message_items, reply.codex_message_items);
  return {
    role: "assistant",
    content: reply.content,
    reasoning: reply.reasoning,
    ...(items === undefined ? {} : { codex_reasoning_items: items }),
    ...(messages === undefined ? {} : { codex_message_items: messages }),
  };
}

/** It said it would call a tool and did not. */
export const judgeMissingCall: Judge = (reply, { counts }) => {
  if (reply.finish_reason !== "tool_calls" || reply.tool_calls.length > 0) return null;
  if (counts.missingCall >= mostMissing) return null;
  counts.missingCall += 1;
  const said = reply.content === "" ? "(no call)" : reply.content;
  return {
    kind: "again",
    scaffold: [fragment(said), nudge("You ended with a tool call but sent none. Send the call now.")],
  };
};
