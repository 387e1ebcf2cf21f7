import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { failOver } from "../switch-runtime.ts";
import type { RecoveryStrategy } from "./strategy.ts";

const baseMs = 5_000;
const capMs = 120_000;

/** The provider answered with something that is no answer: another runtime at once, else patience, then an end. */
export const invalidResponse: RecoveryStrategy = {
  name: "invalid-response",
  limit: { uses: Infinity, per: "request" },
  appliesTo: ({ failure }) => failure.code === "invalid_response",
  apply: async ({ failure, request, turn, deps }) => {
    if (await failOver(failure.kind, turn, deps)) return { kind: "rebuild", afterMs: 0 };
    if (request.attempts >= deps.limits.maxAttempts) {
      const parts = { detail: failure.kind, text: say.noAnswer(failure.message), error: failure.message, failure };
      return { kind: "abort", ending: ending("invalid_response_exhausted", parts) };
    }
    const delay = Math.min(baseMs * 2 ** (request.attempts - 1), capMs);
    return { kind: "wait", ms: delay + deps.rng.between(0, delay / 2) };
  },
};
