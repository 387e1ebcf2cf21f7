import type { FailureKind } from "../../domain/failure.ts";
import { failOver } from "../switch-runtime.ts";
import type { RecoveryContext, RecoveryStrategy } from "./strategy.ts";

const atOnce: ReadonlySet<FailureKind> = new Set(["rate_limit", "billing", "upstream_rate_limit"]);
const fromTheSecond: ReadonlySet<FailureKind> = new Set(["timeout", "overloaded"]);

/** Waiting is worse than another model where one is configured. */
export const eagerFallback: RecoveryStrategy = {
  name: "eager-fallback",
  limit: { uses: Infinity, per: "request" },
  appliesTo: (context) => {
    const { failure, request } = context;
    return atOnce.has(failure.kind) ? !keysMayHelp(context) : fromTheSecond.has(failure.kind) && request.attempts > 1;
  },
  apply: async ({ failure, turn, deps }) =>
    (await failOver(failure.kind, turn, deps)) ? { kind: "rebuild", afterMs: 0 } : { kind: "next" },
};

/** An upstream's limit is the same for every key of the aggregator. */
function keysMayHelp({ failure, deps }: RecoveryContext): boolean {
  return failure.kind !== "upstream_rate_limit" && deps.detours.keys.canRotate();
}
