import { type FailureKind, failureClasses, type ProviderFailure } from "../../src/domain/failure.ts";

const statuses: Partial<Record<FailureKind, number>> = {
  auth: 401,
  billing: 402,
  rate_limit: 429,
  upstream_rate_limit: 429,
  server_error: 500,
  overloaded: 503,
};

/** A failure of a class as the client reports it; a test names what it is about. */
export function providerFailure(kind: FailureKind, given: Partial<ProviderFailure> = {}): ProviderFailure {
  return {
    kind,
    retryable: failureClasses[kind].retryable,
    status: statuses[kind] ?? null,
    code: null,
    message: kind,
    retryAfterMs: null,
    phase: "request",
    text: "",
    ...given,
  };
}
