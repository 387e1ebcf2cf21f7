import type { SummaryReply } from "../../domain/summariser.ts";

/** Why there is no summary. What may be tried next and how long to wait follow from it. */
export type SummaryFailure =
  | "no_provider"
  | "auth"
  | "timeout"
  | "transient"
  | "empty"
  | "rejected"
  | "would_grow"
  | "invalid"
  | "cancelled";

type FailedReply = Extract<SummaryReply, { readonly kind: "failed" }>;

export function classify({ failure }: Pick<FailedReply, "failure">): SummaryFailure {
  switch (failure) {
    case "no_provider":
      return "no_provider";
    case "auth":
    case "billing":
    case "provider_policy_blocked":
      return "auth";
    case "timeout":
      return "timeout";
    default:
      return "transient";
  }
}

/** A refused credential is never answered by asking somebody else; a rejected text is no failure of the route. */
export function endsTheLadder(failure: SummaryFailure): boolean {
  return failure !== "timeout" && failure !== "transient" && failure !== "no_provider";
}
