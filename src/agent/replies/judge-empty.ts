import { ending } from "../ending.ts";
import { deliveredText, emptied, emptyRemedy, isEmpty } from "./empty-reply.ts";
import { messageOf } from "./message-of.ts";
import { fragment, nudge, type Judge } from "./verdict.ts";

/** A reply without text and calls, once asking for the same again no longer helps. */
export const judgeEmpty: Judge = (reply, turn, deps) => {
  if (!isEmpty(reply)) return null;
  const answer = (text: string, reason: "partial_stream_recovery" | "fallback_prior_turn_content") => ({
    kind: "answer" as const,
    message: { ...messageOf(reply, turn, deps), content: text },
    ending: ending(reason, { text }),
  });
  switch (emptyRemedy(reply, turn, deps)) {
    case "streamed":
      return answer(deliveredText(turn), "partial_stream_recovery");
    case "housekeeping":
      return answer(turn.housekeepingText ?? "", "fallback_prior_turn_content");
    case "nudge":
      turn.counts.postToolEmptyNudged = true;
      return { kind: "again", scaffold: [fragment("(empty)"), nudge(processResults)] };
    case "prefill":
      turn.counts.thinkingPrefill += 1;
      return { kind: "again", scaffold: [] }; // the same wire in bytes, but a step of its own
    case "repeat":
    case "give-up":
      return { kind: "ended", ending: emptied(reply) };
  }
};

const processResults = "You returned nothing after the tool results. Go on with them: call the next tool, or answer.";
