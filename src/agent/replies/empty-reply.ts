import type { Message } from "../../domain/message.ts";
import type { ModelReply } from "../../domain/model-client.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { splitThinking } from "../../text/think-tags.ts";
import { ending, type Ending } from "../ending.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import { joinFragments } from "./fragments.ts";
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

export function emptyRemedy(reply: ModelReply, turn: TurnState, { replyRules }: TurnDeps): EmptyRemedy {
  const { counts } = turn;
  if (deliveredText(turn) !== "") return "streamed";
  if (turn.housekeepingText !== null) return "housekeeping";
  if (!counts.postToolEmptyNudged && reply.reasoning === null && hasFreshResults(turn.history)) return "nudge";
  if (reply.reasoning !== null && counts.thinkingPrefill < mostPrefills) return "prefill";
  const silent = replyRules.emptyGuard && counts.silentReplies >= mostSilent - 1;
  return counts.emptyContent < mostRepeats && !silent ? "repeat" : "give-up";
}

/** What the person has read of an answer that was cut; calls that came out as words are no answer. */
export function deliveredText({ fragments, shownText }: TurnState): string {
  return joinFragments([...fragments, splitThinking(shownText).text]).trim();
}

function hasFreshResults(history: readonly Message[]): boolean {
  return history.slice(-nearTools).some((message) => message.role === "tool");
}

/**
 * Nothing at all: the same request again after a wait, then another runtime. The other remedies change the wire and are
 * the verdict's; so is what the provider itself calls unfinished.
 */
export const emptyReply: ReplyCheck = (reply, turn, deps) => {
  if (!isEmpty(reply)) {
    Object.assign(turn.counts, { emptyContent: 0, silentReplies: 0, thinkingPrefill: 0 });
    return { kind: "pass" };
  }
  if (reply.finish_reason !== "stop") return { kind: "pass" };
  const remedy = emptyRemedy(reply, turn, deps);
  if (remedy === "give-up") return { kind: "elsewhere", cause: "unknown", otherwise: emptied(reply) };
  if (remedy !== "repeat") return { kind: "pass" };
  const delay = Math.min(firstWaitMs * 2 ** turn.counts.emptyContent, longestWaitMs);
  turn.counts.emptyContent += 1;
  if (reply.usage !== null && reply.usage.output_tokens === 0) turn.counts.silentReplies += 1;
  return { kind: "repeat", waitMs: delay + deps.rng.between(0, delay / 2) };
};

const excerptChars = 500;

/** The end, when neither the model nor another one says anything. Thoughts are shown as what they are. */
export function emptied({ reasoning }: ModelReply): Ending {
  const excerpt = reasoning === null ? null : say.reasoningOnly(reasoning.slice(0, excerptChars));
  return ending("empty_response_exhausted", { text: excerpt ?? "(empty)", explanation: say.emptyAnswer });
}
