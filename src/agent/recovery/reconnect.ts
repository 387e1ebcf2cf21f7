import type { RecoveryStrategy } from "./strategy.ts";

const mostReconnects = 2;

/** A stream that broke before the person saw a word is simply asked for again; it counts as no failed attempt. */
export const reconnect: RecoveryStrategy = {
  name: "stream-reconnect",
  limit: { uses: mostReconnects, per: "request" },
  appliesTo: ({ failure }) => failure.phase === "stream" && failure.retryable && failure.code !== "invalid_response",
  apply: async () => ({ kind: "retryNow" }),
};
