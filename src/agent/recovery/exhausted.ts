import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { failOver } from "../switch-runtime.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** Enough attempts were made: another runtime, else the end. */
export const exhausted: RecoveryStrategy = {
  name: "exhausted",
  limit: { uses: Infinity, per: "request" },
  appliesTo: ({ request, deps }) => request.attempts >= deps.limits.maxAttempts,
  apply: async ({ failure, turn, deps }) => {
    if (await failOver(failure.kind, turn, deps)) return { kind: "rebuild", afterMs: 0 };
    const parts = { detail: failure.kind, text: say.requestFailed(failure.message), error: failure.message, failure };
    return { kind: "abort", ending: ending("api_retries_exhausted", parts) };
  },
};
