import type { Message } from "../../domain/message.ts";
import type { ModelReply } from "../../domain/model-client.ts";
import type { TurnState } from "../turn-state.ts";
import type { ReplyCheck } from "./reply-check.ts";

/** What can be made of a reply without text and calls, best first. */
export type EmptyRemedy = "streamed" | "housekeeping" | "nudge" | "prefill" | "repeat" | "give-up";

const mostPrefills = 2;
const mostRepeats = 3;
const mostSilent = 2; // replies that do not even claim to have said something
const nearTools = 5;
const firstWaitMs = 5_000;
const longestWaitMs = 60_000;

export function isEmpty({ content, tool_calls: calls }: ModelReply): boolean {
  return content.trim() === "" && calls.length === 0;
}

export function emptyRemedy(reply: ModelReply, turn: TurnState): EmptyRemedy {
  const { counts } = turn;
  if (turn.shownText.trim() !== "") return "streamed";
  if (turn.housekeepingText !== null) return "housekeeping";
  if (!counts.postToolEmptyNudged && reply.reasoning === null && hasFreshResults(turn.history)) return "nudge";
  if (reply.reasoning !== null && counts.thinkingPrefill < mostPrefills) return "prefill";
  return counts.emptyContent < mostRepeats && counts.silentReplies < mostSilent - 1 ? "repeat" : "give-up";
}

function hasFreshResults(history: readonly Message[]): boolean {
  return history.slice(-nearTools).some((message) => message.role === "tool");
}

/** Nothing at all: the same request again after a wait. The other remedies change the wire and are the verdict's. */
export const emptyReply: ReplyCheck = (reply, turn, { rng }) => {
  if (!isEmpty(reply)) {
    Object.assign(turn.counts, { emptyContent: 0, silentReplies: 0, thinkingPrefill: 0 });
    return { kind: "pass" };
  }
  if (emptyRemedy(reply, turn) !== "repeat") return { kind: "pass" };
  const delay = Math.min(firstWaitMs * 2 ** turn.counts.emptyContent, longestWaitMs);
  turn.counts.emptyContent += 1;
  if (reply.usage !== null && reply.usage.output_tokens === 0) turn.counts.silentReplies += 1;
  return { kind: "repeat", waitMs: delay + rng.between(0, delay / 2) };
};
