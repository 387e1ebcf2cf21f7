import type { RecoveryStrategy } from "./strategy.ts";

const baseMs = 3_000;
const longestMs = 8_000;

/** A port nobody listens on is no broken line: trying again would find the same. */
const brokenLines: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "stale", "deadline"]);

/** The line was cut every time: once per request, after a pause, the attempts begin anew. Each opens its own connection. */
export const secondWind: RecoveryStrategy = {
  name: "second-wind",
  limit: { uses: 1, per: "request" },
  appliesTo: ({ failure, request, deps }) =>
    request.attempts >= deps.limits.maxAttempts &&
    failure.kind === "timeout" &&
    brokenLines.has(failure.code ?? "") &&
    !deps.detours.fallback.isActive() &&
    !deps.runtime.active.traits.aggregator,
  apply: async ({ request }) => {
    const ms = Math.min(baseMs + request.attempts * 1_000, longestMs);
    request.attempts = 0;
    return { kind: "wait", ms };
  },
};
