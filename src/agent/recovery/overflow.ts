import { failureClasses } from "../../domain/failure.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** Too much for the model: the same request again would be too much again. */
export const overflow: RecoveryStrategy = {
  name: "overflow",
  limit: { uses: 1, per: "request" },
  appliesTo: ({ failure }) => failureClasses[failure.kind].compress,
  apply: async ({ failure }) => {
    const payload = failure.kind === "payload_too_large";
    const reason = payload ? "payload_too_large_exhausted" : "context_overflow_exhausted";
    const parts = { detail: failure.kind, text: say.tooLong(failure.message), error: failure.message, failure };
    return { kind: "abort", ending: ending(reason, parts) };
  },
};
