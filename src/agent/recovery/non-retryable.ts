import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { failOver } from "../switch-runtime.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** The same request would fail the same way here; elsewhere it may not. */
export const nonRetryable: RecoveryStrategy = {
  name: "non-retryable",
  limit: { uses: 1, per: "request" },
  appliesTo: ({ failure }) => !failure.retryable,
  apply: async ({ failure, turn, deps }) => {
    if (await failOver(failure.kind, turn, deps)) return { kind: "rebuild", afterMs: 0 };
    const reason = failure.kind === "content_policy_blocked" ? "content_policy_blocked" : "api_error_nonretryable";
    const words = failure.status === null ? say.requestFailed : say.requestRefused; // who never answered refused nothing
    const parts = { detail: failure.kind, text: words(failure.message), error: failure.message, failure };
    return { kind: "abort", ending: ending(reason, parts) };
  },
};
