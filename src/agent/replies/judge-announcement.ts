import type { Runtime } from "../../domain/runtime.ts";
import type { ReplyRules } from "../turn-rules.ts";
import { announcesStep, promisesWork } from "./announcements.ts";
import { fragment, nudge, type Judge } from "./verdict.ts";

const most = 2;
const shortChars = 400;
const promiseChars = 1_200;

/** It said what it would do next and stopped. What it said was seen, and is not the answer. */
export const judgeAnnouncement: Judge = (reply, turn, deps) => {
  const { content, finish_reason: finish } = reply;
  const { counts } = turn;
  if (finish !== "stop" || turn.fragments.length > 0 || counts.ackContinuation >= most) return null;
  if (deps.toolbox.schemas.length === 0) return null;
  const { stallGuards, intentAck } = deps.replyRules;
  const stalled = stallGuards && content.length <= shortChars && announcesStep(content);
  const promised =
    turn.toolCalls === 0 &&
    content.length <= promiseChars &&
    isMeant(intentAck, deps.runtime.active) &&
    promisesWork(content);
  if (!stalled && !promised) return null;
  counts.ackContinuation += 1;
  deps.emit({ type: "segment.ended" });
  return { kind: "again", scaffold: [fragment(content), nudge(continueNow)], interim: content };
};

const continueNow =
  "Continue now: take the step you announced by calling the tool. If nothing is left to do, give the final answer.";

/** Models behind the Responses format are known to promise first. */
function isMeant(setting: ReplyRules["intentAck"], { apiMode, model }: Runtime): boolean {
  if (setting === "auto") return apiMode === "codex_responses";
  if (typeof setting === "boolean") return setting;
  return setting.some((part) => model.toLowerCase().includes(part.toLowerCase()));
}
