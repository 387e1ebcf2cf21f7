import type { RecoveryStrategy } from "./strategy.ts";

/** A key of no pool may have been replaced where it is kept while we were running. */
export const credentialRefresh: RecoveryStrategy = {
  name: "credential-refresh",
  limit: { uses: 1, per: "request" },
  appliesTo: ({ failure }) => failure.kind === "auth",
  apply: async ({ turn, deps }) => {
    const fresh = await deps.detours.refresh(deps.runtime.active, turn.signal);
    if (fresh === null) return { kind: "next" };
    deps.runtime.active = fresh;
    return { kind: "retryNow" };
  },
};
