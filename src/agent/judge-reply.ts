import type { ModelReply } from "../domain/model-client.ts";
import { ending } from "./ending.ts";
import { brokenNearLimit } from "./mishaps.ts";
import { judgeAnnouncement } from "./replies/judge-announcement.ts";
import { judgeCalls } from "./replies/judge-calls.ts";
import { judgeCut } from "./replies/judge-cut.ts";
import { judgeEmpty } from "./replies/judge-empty.ts";
import { judgeIncomplete, judgeMissingCall } from "./replies/judge-unfinished.ts";
import { messageOf } from "./replies/message-of.ts";
import type { Judge, Verdict } from "./replies/verdict.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** What a reply means for the turn: the first judge that knows its kind decides. Every reply is an answer in the end. */
export function judgeReply(reply: ModelReply, turn: TurnState, deps: TurnDeps): Verdict {
  for (const judge of judges) {
    const verdict = judge(reply, turn, deps);
    if (verdict !== null) return orBroken(verdict, turn, deps);
  }
  return answer(reply, turn, deps);
}

const judges: readonly Judge[] = [
  judgeIncomplete,
  judgeCalls,
  judgeMissingCall,
  judgeCut,
  judgeEmpty,
  judgeAnnouncement,
];

/** Asking again near the limit is pointless when an extension spoilt the step. */
function orBroken(verdict: Verdict, turn: TurnState, deps: TurnDeps): Verdict {
  const broken = verdict.kind === "again" ? brokenNearLimit(turn, deps) : null;
  return broken === null ? verdict : { kind: "ended", ending: broken };
}

function answer(reply: ModelReply, turn: TurnState, deps: TurnDeps): Verdict {
  const message = messageOf(reply, turn, deps);
  return {
    kind: "answer",
    message,
    ending: ending("text_response", { detail: reply.finish_reason, text: message.content }),
  };
}
