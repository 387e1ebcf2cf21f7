/** Classes of provider failure (agent-loop 7.2) and what each allows. Recovery decides by class, never by status or text. */
export const failureClasses = {
  content_policy_blocked: { retryable: false, compress: false, rotate: false },
  thinking_signature: { retryable: true, compress: false, rotate: false },
  long_context_tier: { retryable: true, compress: true, rotate: false },
  oauth_long_context_beta_forbidden: { retryable: true, compress: false, rotate: false },
  llama_cpp_grammar_pattern: { retryable: true, compress: false, rotate: false },
  auth: { retryable: false, compress: false, rotate: true },
  billing: { retryable: false, compress: false, rotate: true },
  rate_limit: { retryable: true, compress: false, rotate: true },
  upstream_rate_limit: { retryable: true, compress: false, rotate: false },
  overloaded: { retryable: true, compress: false, rotate: false },
  provider_policy_blocked: { retryable: false, compress: false, rotate: false },
  model_not_found: { retryable: false, compress: false, rotate: false },
  payload_too_large: { retryable: true, compress: true, rotate: false },
  multimodal_tool_content_unsupported: { retryable: true, compress: false, rotate: false },
  image_too_large: { retryable: true, compress: false, rotate: false },
  invalid_encrypted_content: { retryable: true, compress: false, rotate: false },
  format_error: { retryable: false, compress: false, rotate: false },
  server_error: { retryable: true, compress: false, rotate: false },
  context_overflow: { retryable: true, compress: true, rotate: false },
  ssl_cert_verification: { retryable: false, compress: false, rotate: false },
  timeout: { retryable: true, compress: false, rotate: false },
  unknown: { retryable: true, compress: false, rotate: false },
} as const;

export type FailureKind = keyof typeof failureClasses;

export type ProviderFailure = {
  readonly kind: FailureKind;
  readonly retryable: boolean;
  readonly status: number | null;
  /** The provider's own code or type, or the system's (ECONNREFUSED). */
  readonly code: string | null;
  /** For a person, one line of at most 500 characters, redacted. */
  readonly message: string;
  readonly retryAfterMs: number | null;
  /** Whether 2xx headers had arrived: only then may a stream be reconnected. */
  readonly phase: "request" | "stream";
  /** The raw, redacted error text, lower case: strategies parse numbers out of it. */
  readonly text: string;
};
