import { failOver } from "../switch-runtime.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** No key of this provider is accepted: another provider may be. */
export const authFailover: RecoveryStrategy = {
  name: "auth-failover",
  limit: { uses: 1, per: "request" },
  appliesTo: ({ failure }) => failure.kind === "auth",
  apply: async ({ failure, turn, deps }) =>
    (await failOver(failure.kind, turn, deps)) ? { kind: "rebuild", afterMs: 0 } : { kind: "next" },
};
