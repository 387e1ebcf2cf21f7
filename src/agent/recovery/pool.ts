import { failureClasses } from "../../domain/failure.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** Another key of the same provider, or the same one refreshed. The pool itself bounds how often. */
export const pool: RecoveryStrategy = {
  name: "credential-pool",
  limit: { uses: Infinity, per: "request" },
  appliesTo: ({ failure }) => failureClasses[failure.kind].rotate,
  apply: async ({ failure, turn, deps }) => {
    const { kind, runtime } = await deps.detours.keys.report(failure, deps.runtime.active, turn.signal);
    if (kind !== "rotated" && kind !== "refreshed") return { kind: "next" };
    deps.runtime.active = runtime;
    return { kind: "retryNow" };
  },
};
