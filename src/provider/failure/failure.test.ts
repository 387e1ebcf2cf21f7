import { expect, test } from "vitest";
import { modelRequest } from "../../../tests/support/model-request.ts";
import type { FailureKind } from "../../domain/failure.ts";
import { TransportError } from "../../domain/http.ts";
import { failureOfAnswer, failureOfFault, failureOfTransport, type FailureScene } from "./failure.ts";

type Given = Parameters<typeof modelRequest>[0];

const scene = (given: Given = {}): FailureScene => ({
  request: modelRequest(given),
  phase: "request",
  nowMs: Date.UTC(2026, 10, 15, 12),
  redact: (text) => text.replaceAll("sk-secret", "***"),
});

const openRouter = { runtime: { provider: "openrouter", model: "z-ai/glm-5" } };
const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const says = (message: string): unknown => ({ error: { message, type: "invalid_request_error" } });
const many = (count: number): Given => ({
  messages: Array.from({ length: count }, () => ({ role: "user", content: "x" })),
});

test.each<[status: number, body: unknown, kind: FailureKind, given?: Given]>([
  [400, says("Your request was flagged by the filter"), "content_policy_blocked"],
  [400, says("messages.1: Invalid `signature` in `thinking` block"), "thinking_signature"],
  [429, says("Extra usage is required for long context requests"), "long_context_tier"],
  [400, says("The long context beta is not yet available for this subscription"), "oauth_long_context_beta_forbidden"],
  [400, says("error parsing grammar: unknown pattern"), "llama_cpp_grammar_pattern"],
  [400, says("Unable to generate parser for this template: no user query found"), "format_error"],
  [401, "", "auth"],
  [403, says("Key limit exceeded"), "billing"],
  [403, says("no"), "auth"],
  [402, says("Usage limit reached, try again later"), "rate_limit"],
  [402, says("Payment needed"), "billing"],
  [404, says("The model `x` does not exist"), "model_not_found"],
  [404, says("No endpoints found matching your data policy"), "provider_policy_blocked"],
  [404, "nothing here", "unknown"],
  [404, "nothing here", "model_not_found", { runtime: { provider: "openrouter", model: "glm-5" } }],
  [413, "", "payload_too_large"],
  [429, says("The engine is overloaded"), "overloaded"],
  [
    429,
    { error: { message: "Provider returned error", code: 429, metadata: { raw: "slow down" } } },
    "upstream_rate_limit",
    openRouter,
  ],
  [
    429,
    { error: { message: "Provider returned error", metadata: { raw: "x", provider_name: "Up" } } },
    "upstream_rate_limit",
  ],
  [429, says("Provider returned error"), "rate_limit"],
  [429, says("slow down"), "rate_limit"],
  [400, says("tool message content must be a string"), "multimodal_tool_content_unsupported"],
  [400, says("image exceeds 5 MB maximum"), "image_too_large"],
  [400, { error: { code: "invalid_encrypted_content", message: "no" } }, "invalid_encrypted_content"],
  [400, says("Unsupported parameter: 'max_tokens'"), "format_error"],
  [400, says("text content blocks must be non-empty"), "format_error"],
  [400, says("This model's maximum context length is 32768 tokens"), "context_overflow"],
  [400, says("prompt is too long: 250000 tokens > 200000 maximum"), "context_overflow"],
  [400, says("invalid model: x"), "model_not_found"],
  [400, says("error"), "format_error", many(10)],
  [400, says("error"), "context_overflow", many(90)],
  [400, says("error"), "context_overflow", { contextTokens: 60_000 }],
  [400, says("this one says plainly what was wrong"), "format_error", many(90)],
  [500, says("boom"), "format_error"], // names invalid_request_error
  [500, "boom", "server_error"],
  [502, "context window exceeded", "context_overflow"],
  [503, "", "overloaded"],
  [529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "overloaded"],
  [408, "", "timeout"],
  [418, "", "format_error"],
  [302, "", "format_error"],
  [599, "", "server_error"],
])("an answer %i %j is %s", (status, body, kind, given) => {
  const failure = failureOfAnswer(answer(status, body), scene(given));
  expect([failure.kind, failure.status]).toEqual([kind, status]);
});

test.each<[code: string | null, message: string, kind: FailureKind, given?: Given]>([
  ["rate_limit_exceeded", "?", "rate_limit"],
  ["insufficient_quota", "?", "billing"],
  ["context_length_exceeded", "?", "context_overflow"],
  ["model_not_available", "?", "model_not_found"],
  [null, "request entity too large", "payload_too_large"],
  [null, "quota reached, resets at noon", "rate_limit"],
  [null, "quota reached", "billing"],
  [null, "We are at capacity", "overloaded"],
  [null, "Provider returned an empty response", "server_error"],
  [null, "invalid api key", "auth"],
  [null, "upstream connect error", "timeout"],
  [null, "certificate has expired", "ssl_cert_verification"],
  [null, "sslv3 alert", "timeout"],
  [null, "server disconnected", "timeout"],
  [null, "server disconnected", "context_overflow", { contextTokens: 80_000 }],
  [null, "server disconnected", "timeout", { contextTokens: 80_000, runtime: { model: "o3" } }],
  [null, "something new", "unknown"],
])("an error %s %j inside a stream is %s", (code, message, kind, given) => {
  const fault = { kind: "error", status: null, code, message, body: { error: { message } } } as const;
  expect(failureOfFault(fault, scene(given)).kind).toBe(kind);
});

test.each<[error: TransportError, kind: FailureKind, given?: Given]>([
  [new TransportError("dns", "Cannot find forbidden.test", { code: "ENOTFOUND" }), "timeout"],
  [new TransportError("connect", "x", { code: "ECONNREFUSED" }), "timeout"],
  [new TransportError("tls", "x", { code: "CERT_HAS_EXPIRED" }), "ssl_cert_verification"],
  [new TransportError("tls", "x", { code: "ERR_TLS_CERT_ALTNAME_INVALID" }), "ssl_cert_verification"],
  [new TransportError("tls", "x", { code: "EPROTO" }), "timeout"],
  [new TransportError("tls", "x", { code: "ERR_SSL_WRONG_VERSION_NUMBER" }), "format_error"],
  [new TransportError("reset", "x", { code: "ECONNRESET" }), "timeout"],
  [new TransportError("reset", "x", { code: "ECONNRESET" }), "context_overflow", { contextTokens: 80_000 }],
  [new TransportError("protocol", "x", { code: "ERR_INVALID_CHAR" }), "format_error"],
])("a fault of the wire %j is %s", (error, kind, given) => {
  expect(failureOfTransport(error, scene(given)).kind).toBe(kind);
});

test("a failure is described whole, redacted, in one line", () => {
  const body = { error: { message: "Incorrect API key\nprovided: sk-secret", type: "auth_error", code: "bad_key" } };
  expect(failureOfAnswer(answer(401, body), scene())).toEqual({
    kind: "auth",
    retryable: false,
    status: 401,
    code: "bad_key",
    message: "HTTP 401: Incorrect API key provided: ***",
    retryAfterMs: null,
    phase: "request",
    text: `${JSON.stringify(body).toLowerCase().replace("sk-secret", "***")} incorrect api key\nprovided: ***`,
  });
});

test.each([
  [
    "<!DOCTYPE html><html><head><title>Bad\n gateway</title></head><p>Ray ID: <b>8a1b2c3d4e5f6071</b></p>",
    "HTTP 502: Bad gateway (ray id 8a1b2c3d4e5f6071)",
  ],
  ['[{"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT"}}]', "HTTP 502: API key not valid"],
  ['{"error":"plain words"}', "HTTP 502: plain words"],
  ['{"detail":"from FastAPI"}', "HTTP 502: from FastAPI"],
  ['{"error":{"message":"{\\"error\\":{\\"message\\":\\"from upstream\\"}}"}}', "HTTP 502: from upstream"],
  ["x".repeat(1_000), `HTTP 502: ${"x".repeat(289)}…`],
  ["", "HTTP 502"],
])("the body %j is summed up", (body, message) => {
  expect(failureOfAnswer(answer(502, body), scene()).message).toBe(message);
});

test("a redirect says where to and that nobody went there", () => {
  const moved = answer(301, "<html></html>", { location: "https://new.test/v1/chat?token=abc" });
  expect(failureOfAnswer(moved, scene()).message).toBe(
    "HTTP 301: the endpoint redirects to https://new.test/v1/chat; redirects are not followed, because the key would go along. Set base_url to the new address.",
  );
});

test.each<[headers: Readonly<Record<string, string>>, body: unknown, waitMs: number | null]>([
  [{ "retry-after": "300" }, "", 300_000],
  [{ "retry-after": "0" }, "", null],
  [{ "retry-after": "soon" }, "", null],
  [{ "retry-after": "Sun, 15 Nov 2026 12:00:30 GMT" }, "", 30_000],
  [{ "retry-after": "Sun, 15 Nov 2026 11:00:00 GMT" }, "", null],
  [{ "retry-after-ms": "250" }, "", 250],
  [{ "x-ratelimit-reset": String(Date.UTC(2026, 10, 15, 12, 1) / 1_000) }, "", 60_000],
  [{ "x-ratelimit-reset": String(Date.UTC(2026, 10, 15, 12, 1)) }, "", 60_000],
  [{ "x-ratelimit-reset": "6m30s" }, "", 390_000],
  [{ "retry-after": "9" }, { error: { message: "x", resets_at: Date.UTC(2026, 10, 15, 12, 2) / 1_000 } }, 120_000],
  [{}, { retry_after: 1.5 }, 1_500],
  [{}, { error: { quotaResetDelay: "2h" } }, 7_200_000],
  [{}, { error: { details: [{ retryDelay: "34s" }] } }, 34_000],
  [{}, "Limit reached. It resets in 2h 5m.", 7_500_000],
  [{}, "Please retry after 30 s", 30_000],
  [{}, "Please try again in 1.898s. Visit", 1_898],
  [{}, "Please try again in 20 minutes.", 1_200_000],
  [{}, "try again in a while", null],
])("with %j and %j the provider asks for %s ms", (headers, body, waitMs) => {
  expect(failureOfAnswer(answer(429, body, headers), scene()).retryAfterMs).toBe(waitMs);
});
