import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** Enough attempts were made. */
export const exhausted: RecoveryStrategy = {
  name: "exhausted",
  limit: { uses: 1, per: "request" },
  appliesTo: ({ request, deps }) => request.attempts >= deps.limits.maxAttempts,
  apply: async ({ failure }) => {
    const parts = { detail: failure.kind, text: say.requestFailed(failure.message), error: failure.message, failure };
    return { kind: "abort", ending: ending("api_retries_exhausted", parts) };
  },
};
