import type { ModelReply } from "../../domain/model-client.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { boostedCap } from "./output-cap.ts";
import type { ReplyCheck } from "./reply-check.ts";

const mostRepeats = 3;

/** A call cut off in its arguments is never run: the same request again with more room, then an honest end. */
export const truncatedCall: ReplyCheck = (reply, turn, deps) => {
  const cut = reply.tool_calls.length > 0 && reply.finish_reason === "length";
  if (!cut && !hasOpenArguments(reply)) {
    if (reply.tool_calls.length > 0) turn.counts.truncatedToolCall = 0;
    return { kind: "pass" };
  }
  if (cut && turn.counts.truncatedToolCall < mostRepeats) {
    turn.counts.truncatedToolCall += 1;
    turn.outputCapOnce = boostedCap(deps, turn.counts.truncatedToolCall);
    return { kind: "repeat", waitMs: 0 };
  }
  const names = reply.tool_calls.map((call) => call.function.name);
  return { kind: "ended", ending: ending("truncated_tool_call", { text: say.cutInTool(names), error: "length" }) };
};

/** Another finish reason, and yet the arguments stop in the middle. */
function hasOpenArguments({ tool_calls: calls }: ModelReply): boolean {
  return calls.some(({ function: { arguments: text } }) => !/[}\]]\s*$/.test(text) && !parses(text));
}

export function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
