import type { AuxiliaryTask } from "../../domain/auxiliary.ts";
import type { FailureKind, ProviderFailure } from "../../domain/failure.ts";

const unusable = ["empty_response", "invalid_response", "malformed_stream"];
const outOfTime = ["deadline", "stale", "ETIMEDOUT"];
const transient: readonly FailureKind[] = ["timeout", "server_error", "overloaded"];
const elsewhere: readonly FailureKind[] = [
  ...transient,
  "billing",
  "rate_limit",
  "upstream_rate_limit",
  "model_not_found",
  "provider_policy_blocked",
  "ssl_cert_verification",
  "unknown",
];

/** Whether the same endpoint may do better in a moment. A summary that took too long would take as long again. */
export function isWorthRetrying(task: AuxiliaryTask, failure: ProviderFailure): boolean {
  if (!transient.includes(failure.kind) || isUnusableAnswer(failure)) return false;
  return task !== "compression" || !isTimeUp(failure);
}

/** Whether another endpoint is asked. A refused key is an answer where the person named the provider. */
export function isWorthAskingElsewhere(failure: ProviderFailure, explicit: boolean): boolean {
  if (failure.kind === "auth") return !explicit;
  return elsewhere.includes(failure.kind) || isUnusableAnswer(failure);
}

/** What went wrong with the account goes wrong with its other models too. */
export function isAboutAccount({ kind }: ProviderFailure): boolean {
  return kind === "auth" || kind === "billing";
}

function isUnusableAnswer({ code }: ProviderFailure): boolean {
  return code !== null && unusable.includes(code);
}

function isTimeUp({ status, code }: ProviderFailure): boolean {
  return status === 408 || (code !== null && outOfTime.includes(code));
}
