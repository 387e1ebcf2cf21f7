import type { FailureKind } from "../../domain/failure.ts";
import { type TextGroup, textGroups } from "./text-groups.ts";

/** All a rule may look at. `text` is lower case; `request` says how big the failed request was. */
export type Signal = {
  readonly status: number | null;
  readonly code: string | null;
  readonly text: string;
  /** The provider's own sentence, without its envelope. */
  readonly message: string;
  /** An aggregator speaks for another provider. */
  readonly relayed: boolean;
  readonly request: RequestSize;
};

export type RequestSize = {
  readonly tokens: number;
  readonly messages: number;
  readonly contextLength: number;
  /** The model thinks in silence for minutes, so a cut says nothing about the size. */
  readonly reasoning: boolean;
  /** The route wants `vendor/model`, and this model has no vendor. */
  readonly lacksVendor: boolean;
};

type Test = (signal: Signal) => boolean;
type Rule = readonly [kind: FailureKind, ...tests: readonly Test[]];

const status =
  (...codes: readonly number[]): Test =>
  (signal) =>
    signal.status !== null && codes.includes(signal.status);
const noStatus: Test = (signal) => signal.status === null;
const says =
  (...groups: readonly TextGroup[]): Test =>
  ({ text }) =>
    groups.some((group) => textGroups[group].some((part) => text.includes(part)));
const has =
  (...parts: readonly string[]): Test =>
  ({ text }) =>
    parts.some((part) => text.includes(part));
const lacks =
  (part: string): Test =>
  ({ text }) =>
    !text.includes(part);
const coded =
  (...codes: readonly string[]): Test =>
  ({ code }) =>
    code !== null && codes.includes(code.toLowerCase());
const large =
  (share: number, tokens: number, messages: number): Test =>
  ({ request }) =>
    request.tokens > share * request.contextLength ||
    (request.contextLength <= 256_000 && (request.tokens > tokens || request.messages > messages));

/** The table of agent-loop 7.2: top to bottom, the first row whose tests all hold. */
const rules: readonly Rule[] = [
  ["content_policy_blocked", says("contentPolicy")],
  [
    "thinking_signature",
    status(400),
    has("thinking"),
    has("signature", "cannot be modified", "must remain as they were"),
  ],
  ["long_context_tier", status(429), has("extra usage"), has("long context")],
  ["oauth_long_context_beta_forbidden", status(400), has("long context beta"), has("not yet available")],
  [
    "llama_cpp_grammar_pattern",
    status(400),
    has("error parsing grammar", "json-schema-to-grammar"),
    lacks("no user query found"),
  ],
  [
    "llama_cpp_grammar_pattern",
    status(400),
    has("unable to generate parser"),
    has("template"),
    lacks("no user query found"),
  ],

  ["auth", status(401)],
  ["billing", status(403), says("billing", "keyLimit")],
  ["auth", status(403)],
  ["rate_limit", status(402), says("usageLimit"), says("transientHint")],
  ["billing", status(402)],
  ["billing", status(404), says("billing")],
  ["provider_policy_blocked", status(404), says("dataPolicy")],
  ["model_not_found", status(404), says("model")],
  ["model_not_found", status(404), ({ request }) => request.lacksVendor],
  ["unknown", status(404)],
  ["payload_too_large", status(413)],
  ["overloaded", status(429), says("overloaded")],
  ["upstream_rate_limit", status(429), has("provider returned error"), ({ relayed }) => relayed],
  ["rate_limit", status(429)],

  ["multimodal_tool_content_unsupported", status(400), says("toolContent")],
  ["image_too_large", status(400), says("imageTooLarge")],
  ["invalid_encrypted_content", status(400), says("encrypted")],
  ["format_error", status(400), says("badParameter")],
  ["format_error", status(400), says("badBody")],
  ["server_error", status(400), says("emptyResponse")],
  ["context_overflow", status(400), says("overflow")],
  ["provider_policy_blocked", status(400), says("dataPolicy")],
  ["model_not_found", status(400), says("model")],
  ["rate_limit", status(400), says("rateLimit")],
  ["billing", status(400), says("billing")],
  ["context_overflow", status(400), ({ message }) => message.length < 30, large(0.4, 80_000, 80)], // says nothing, and is big
  ["format_error", status(400)],

  ["format_error", status(500, 502), says("badParameter", "badRequest")],
  ["server_error", status(500, 502), says("emptyResponse")],
  ["context_overflow", status(500, 502), says("overflow")],
  ["server_error", status(500, 502)],
  ["server_error", status(503, 529), says("emptyResponse")],
  ["context_overflow", status(503, 529), says("overflow")],
  ["overloaded", status(503, 529)],
  ["timeout", status(408)],
  ["server_error", (signal) => (signal.status ?? 0) >= 500],
  ["format_error", (signal) => (signal.status ?? 0) >= 300], // redirects too: asking again changes nothing

  ["rate_limit", coded("resource_exhausted", "throttled", "rate_limit_exceeded", "rate_limit_error")],
  [
    "billing",
    coded("insufficient_quota", "billing_not_active", "payment_required", "insufficient_credits", "balance_depleted"),
  ],
  ["model_not_found", coded("model_not_found", "model_not_available", "invalid_model")],
  ["context_overflow", coded("context_length_exceeded", "max_tokens_exceeded")],

  ["payload_too_large", says("payload")],
  ["multimodal_tool_content_unsupported", says("toolContent")],
  ["image_too_large", says("imageTooLarge")],
  ["rate_limit", says("usageLimit"), says("transientHint")],
  ["billing", says("usageLimit")],
  ["overloaded", says("overloaded")],
  ["billing", says("billing")],
  ["rate_limit", says("rateLimit")],
  ["server_error", says("emptyResponse")],
  ["context_overflow", says("overflow")],
  ["auth", says("auth")],
  ["provider_policy_blocked", says("dataPolicy")],
  ["model_not_found", says("model")],
  ["timeout", says("timeout", "connection")],
  ["ssl_cert_verification", says("certificate")],
  ["timeout", says("transientTls")],
  ["timeout", noStatus, says("disconnect"), ({ request }) => request.reasoning],
  ["context_overflow", noStatus, says("disconnect"), large(0.6, 120_000, 200)],
  ["timeout", noStatus, says("disconnect")],
];

export function kindOf(signal: Signal): FailureKind {
  return rules.find(([, ...tests]) => tests.every((test) => test(signal)))?.[0] ?? "unknown";
}
