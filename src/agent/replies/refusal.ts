import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { isRepetition } from "./repetition.ts";
import type { ReplyCheck } from "./reply-check.ts";

/** The provider declined. The same words would be declined again here; elsewhere they may not be. */
export const refusal: ReplyCheck = (reply) => {
  if (reply.finish_reason !== "content_filter") return { kind: "pass" };
  const parts = { detail: "content_filter", text: say.contentPolicy(reply.content), error: "content_filter" };
  return { kind: "elsewhere", cause: "content_policy_blocked", otherwise: ending("content_policy_blocked", parts) };
};

/** A filter broke off an answer that had begun: another runtime begins anew; without one it is continued like any cut. */
export const filteredStub: ReplyCheck = ({ partial, content }) => {
  if (partial?.contentFilter !== true || isRepetition(content)) return { kind: "pass" };
  return { kind: "elsewhere", cause: "content_policy_blocked", otherwise: null };
};
