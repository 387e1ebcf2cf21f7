import type { RecoveryStrategy } from "./strategy.ts";

const baseMs = 2_000;
const capMs = 60_000;
const retryAfterCapMs = 600_000;

/** Waits twice as long each time, with jitter; a provider that names its time is taken at its word. */
export const backoff: RecoveryStrategy = {
  name: "backoff",
  limit: { uses: Infinity, per: "request" },
  appliesTo: () => true,
  apply: async ({ failure, request, deps }) => {
    if (failure.kind === "rate_limit" && failure.retryAfterMs !== null) {
      return { kind: "wait", ms: Math.min(failure.retryAfterMs, retryAfterCapMs) };
    }
    const delay = Math.min(baseMs * 2 ** (request.attempts - 1), capMs);
    return { kind: "wait", ms: delay + deps.rng.between(0, delay / 2) };
  },
};
