import type { ModelReply } from "../../domain/model-client.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { joinFragments } from "./fragments.ts";
import { messageOf } from "./message-of.ts";
import { boostedCap } from "./output-cap.ts";
import { isRepetition } from "./repetition.ts";
import { fragment, nudge, type Judge } from "./verdict.ts";

const mostContinuations = 3;

/** Text that hit the output limit, or whose stream died: it is continued where it stopped, three times at most. */
export const judgeCut: Judge = (reply, turn, deps) => {
  if (reply.finish_reason !== "length") return null;
  if (isOnlyThinking(reply)) {
    const parts = { text: say.thinkingUsedAll, error: "thinking" };
    return { kind: "ended", ending: ending("thinking_budget_exhausted", parts) };
  }
  if (isRepetition(reply.content)) {
    return { kind: "ended", ending: ending("repetition_detected", { text: say.repetition, error: "repetition" }) };
  }
  if (turn.counts.lengthContinuation >= mostContinuations) return exhausted(reply, turn, deps);
  turn.counts.lengthContinuation += 1;
  turn.outputCapOnce = boostedCap(deps, turn.counts.lengthContinuation);
  if (reply.content !== "") turn.fragments = [...turn.fragments, reply.content];
  const said = joinFragments(turn.fragments);
  return { kind: "again", scaffold: [...(said === "" ? [] : [fragment(said)]), nudge(continuation(reply))] };
};

function isOnlyThinking({ content, reasoning, partial }: ModelReply): boolean {
  return partial === null && content.trim() === "" && reasoning !== null;
}

const exhausted: Judge = (reply, turn, deps) => {
  const message = messageOf(reply, turn, deps);
  const text = message.content === "" ? null : message.content;
  const how = ending("length_exhausted", { detail: "length", text, error: "length", explanation: say.cutShort });
  return text === null ? { kind: "ended", ending: how } : { kind: "answer", message, ending: how };
};

function continuation({ partial }: ModelReply): string {
  if (partial === null) {
    return "Your answer was cut off by the output limit. Continue exactly where it stopped; do not repeat anything.";
  }
  if (partial.droppedTools.length === 0) {
    return "The network cut your answer off. Continue exactly where it stopped; do not repeat anything.";
  }
  const tools = partial.droppedTools.join(", ");
  return `The network cut off your call of ${tools}; nothing was run. Do not send the same big call again: split the work into several calls of less than about 8,000 tokens each.`;
}
