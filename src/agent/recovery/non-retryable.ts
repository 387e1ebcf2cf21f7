import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { contextTokens } from "../context-tokens.ts";
import { ending } from "../ending.ts";
import { failOver } from "../switch-runtime.ts";
import { withAdvice } from "./advice.ts";
import type { RecoveryContext, RecoveryStrategy } from "./strategy.ts";

/** The same request would fail the same way here; elsewhere it may not. */
export const nonRetryable: RecoveryStrategy = {
  name: "non-retryable",
  limit: { uses: 1, per: "request" },
  appliesTo: ({ failure }) => !failure.retryable,
  apply: async (context) => {
    const { failure, turn, deps } = context;
    if (await failOver(failure.kind, turn, deps)) return { kind: "rebuild", afterMs: 0 };
    const reason = failure.kind === "content_policy_blocked" ? "content_policy_blocked" : "api_error_nonretryable";
    const words = failure.status === null ? say.requestFailed : say.requestRefused; // who never answered refused nothing
    const text = withAdvice(words(failure.message), failure, deps.runtime.active);
    const parts = { detail: failure.kind, text, error: failure.message, failure };
    return {
      kind: "abort",
      ending: ending(reason, { ...parts, ...(mayGrowNoMore(context) && { closesNothing: true }) }),
    };
  },
};

const manyTokens = 50_000;
const manyMessages = 80;

/** A long history that is refused as a whole may not get longer with every try. */
function mayGrowNoMore({ failure, turn, deps }: RecoveryContext): boolean {
  if (failure.status !== 400) return false;
  return turn.history.length > manyMessages || contextTokens(turn, deps) > manyTokens;
}
