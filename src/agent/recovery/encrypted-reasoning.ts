import type { RecoveryStrategy } from "./strategy.ts";

/** Encrypted reasoning that cannot be read back is left out for the rest of the session; stored rows keep it. */
export const encryptedReasoning: RecoveryStrategy = {
  name: "encrypted-reasoning",
  limit: { uses: 1, per: "session" },
  appliesTo: ({ failure }) => failure.kind === "invalid_encrypted_content",
  apply: async ({ deps }) => {
    deps.runtime.encryptedReplayDisabled = true;
    return { kind: "retryNow" };
  },
};
