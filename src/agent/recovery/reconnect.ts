import type { RecoveryStrategy } from "./strategy.ts";

const mostReconnects = 2;

/** A stream that broke before the person saw a word is simply asked for again; it is no failed attempt. */
export const reconnect: RecoveryStrategy = {
  name: "stream-reconnect",
  limit: mostReconnects,
  appliesTo: ({ failure }) => failure.phase === "stream" && failure.retryable,
  apply: async ({ request }) => {
    request.attempts -= 1;
    return { kind: "retryNow" };
  },
};
