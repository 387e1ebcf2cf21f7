import { describe, expect, test } from "vitest";
import { failureClasses, type FailureKind } from "../../domain/failure.ts";
import { agentWorld } from "../../../tests/support/agent-world.ts";
import { refuses } from "../../../tests/support/refusals.ts";
import { freeStrategies, lastStrategies } from "./order.ts";
import type { RecoveryStrategy } from "./strategy.ts";

const shortly = (units: readonly RecoveryStrategy[]): readonly string[] =>
  units.map(({ name, limit }) => `${name}: ${limit.uses} per ${limit.per}`);

/** Infinity: bounded by something else, which the test below holds it to. */
test("the units stand in the order of the table, each with its limit", () => {
  expect(shortly(freeStrategies)).toEqual([
    "unicode-recovery: 2 per turn",
    "image-rejection: 1 per turn",
    "credential-pool: Infinity per request", // by its keys
    "image-shrink: 1 per request",
    "tool-content-downgrade: 1 per request",
    "credential-refresh: 1 per request",
    "beta-header-drop: 1 per session",
    "thinking-signature: 1 per turn",
    "encrypted-reasoning: 1 per session",
    "schema-strip: 1 per session",
    "stream-reconnect: 2 per request",
  ]);
  expect(shortly(lastStrategies)).toEqual([
    "compaction-disabled: Infinity per request", // it ends the turn
    "long-context-tier: Infinity per turn", // by the rounds of compression
    "output-cap: 3 per turn",
    "eager-fallback: Infinity per request", // by the chain
    "auth-failover: 1 per request",
    "payload-too-large: Infinity per request", // by the rounds of compression
    "context-overflow: Infinity per request",
    "compression-locked: Infinity per request", // it ends the turn
    "invalid-response: Infinity per request", // by the attempts
    "non-retryable: 1 per request",
    "second-wind: 1 per request",
    "exhausted: Infinity per request", // by the chain
    "backoff: Infinity per request", // by the attempts
  ]);
  const names = [...freeStrategies, ...lastStrategies].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

/** For each class an answer that belongs to it. */
const answers: Readonly<Record<FailureKind, readonly [status: number, message: string]>> = {
  content_policy_blocked: [400, "Your request was flagged by the filter"],
  thinking_signature: [400, "Invalid `signature` in `thinking` block"],
  long_context_tier: [429, "Extra usage is required for long context requests"],
  oauth_long_context_beta_forbidden: [400, "The long context beta is not yet available"],
  llama_cpp_grammar_pattern: [400, "error parsing grammar"],
  auth: [401, "no such key"],
  billing: [402, "Payment needed"],
  rate_limit: [429, "slow down"],
  upstream_rate_limit: [429, "slow down"], // without an aggregator it is the class above
  overloaded: [503, "busy"],
  provider_policy_blocked: [404, "No endpoints found matching your data policy"],
  model_not_found: [404, "The model does not exist"],
  payload_too_large: [413, "too large"],
  multimodal_tool_content_unsupported: [400, "tool message content must be a string"],
  image_too_large: [400, "image exceeds 5 MB maximum"],
  invalid_encrypted_content: [400, "encrypted content could not be verified"],
  format_error: [400, "what is this supposed to mean, please?"],
  server_error: [500, "sorry"],
  context_overflow: [400, "maximum context length is 32768 tokens"],
  ssl_cert_verification: [418, "certificate verify failed"], // comes from the wire, never with a status
  timeout: [408, "too slow"],
  unknown: [404, "nothing here"],
};
const neverWithStatus = new Map<FailureKind, FailureKind>([
  ["upstream_rate_limit", "rate_limit"],
  ["ssl_cert_verification", "format_error"],
]);

describe("a failure that never heals ends the turn, and history is left as it was", () => {
  test.each(Object.keys(failureClasses).filter(isKind))("%s", async (kind) => {
    const [status, message] = answers[kind];
    const steps = [{ ...refuses(status, message), repeat: "forever" as const }];
    const { agent, clock, simulator, rows } = await agentWorld({ steps });
    const result = await clock.runUntil(agent.runConversation("go"));
    expect(result).toMatchObject({ completed: false, failure_reason: neverWithStatus.get(kind) ?? kind });
    expect(simulator.requests.length).toBeLessThanOrEqual(6);
    expect(rows()).toEqual([{ role: "user", content: "go", tool_calls: null }]);
  });
});

function isKind(name: string): name is FailureKind {
  return name in failureClasses;
}
