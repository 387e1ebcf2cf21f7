import { expect, test } from "vitest";
import { TransportError } from "../../domain/http.ts";
import type { Message } from "../../domain/message.ts";
import { agentWorld, chatEndpoint } from "../../../tests/support/agent-world.ts";
import { calls, says } from "../../../tests/support/played-tools.ts";
import { refuses } from "../../../tests/support/refusals.ts";

const fallback = `fallback_providers:
  - provider: custom
    model: gpt-4o-mini
    base_url: ${chatEndpoint.baseUrl}
`;

test("[AL-E08] a refusal that says nothing about a short conversation is no overflow", async () => {
  const history: readonly Message[] = Array.from({ length: 8 }, (_, index) =>
    index % 2 === 0 ? { role: "user", content: `q${index}` } : { role: "assistant", content: `a${index}` },
  );
  const { agent, simulator } = await agentWorld({ steps: [refuses(400, "error"), says("unasked")] });
  const result = await agent.runConversation("go", { conversationHistory: history });
  expect(result).toMatchObject({ exit_reason: "api_error_nonretryable", failure_reason: "format_error" });
  expect(result.messages).toHaveLength(9); // nothing was compressed
  expect(simulator.requests).toHaveLength(1);
});

const flagged = refuses(400, "Your request was flagged by our safety system");

test("[AL-E29] a refusal for its content is not repeated: another model is asked, or the turn ends", async () => {
  const alone = await agentWorld({ steps: [flagged, says("unasked")] });
  expect(await alone.agent.runConversation("go")).toMatchObject({
    failed: true,
    exit_reason: "content_policy_blocked",
    failure_reason: "content_policy_blocked",
  });
  expect(alone.simulator.requests).toHaveLength(1);
  const backed = await agentWorld({ steps: [flagged, says("fine")] }, { config: fallback });
  expect(await backed.agent.runConversation("go")).toMatchObject({ final_response: "fine", model: "gpt-4o-mini" });
  expect(backed.simulator.requests.map(({ body }) => body)).toMatchObject([
    { model: "gpt-4o" },
    { model: "gpt-4o-mini" },
  ]);
});

test("[AL-E30] a certificate nobody trusts is not tried twice", async () => {
  let tries = 0;
  const wrap = () => async (): Promise<never> => {
    tries += 1;
    throw new TransportError("tls", "The certificate of x is not trusted.", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  };
  const { agent, clock } = await agentWorld({}, { wrap });
  expect(await clock.runUntil(agent.runConversation("go"))).toMatchObject({
    exit_reason: "api_error_nonretryable",
    failure_reason: "ssl_cert_verification",
    final_response: "The model could not be reached: The certificate of x is not trusted.",
  });
  expect([tries, clock.sleeps.filter((ms) => ms >= 2_000 && ms <= 6_000)]).toEqual([1, []]);
});

test.each([
  [401, "no such key", /^The provider refused the request: HTTP 401: no such key\. Check the key in .*hermes doctor/],
  [402, "Payment needed", /: HTTP 402: Payment needed\. Top up the account at custom, or use another model: hermes /],
  [404, "no such model", /: HTTP 404: no such model\. Choose another one: hermes config set model /],
  [404, "No endpoints found matching your data policy", /data policy\. Allow it in the privacy settings of custom/],
  [400, "flagged by our safety: your request was flagged by x.", /flagged by x\. Rephrase the request or use another/],
  [400, "what is this supposed to mean, please?", /: HTTP 400: what is this supposed to mean, please\?$/],
])("after HTTP %s (%s) the person reads what to do", async (status, message, told) => {
  const { agent } = await agentWorld({ steps: [{ ...refuses(status, message), repeat: "forever" }] });
  const result = await agent.runConversation("go");
  expect(result.final_response).toMatch(told);
  expect(result.error).not.toMatch(/hermes/); // the machine-readable cause stays the provider's
});

const reads = calls({ name: "read_file", arguments: { path: "nothing" } });
const bad = refuses(400, "what is this supposed to mean, please?");

async function rolesAfterRefusal(question: string): Promise<readonly string[]> {
  const world = await agentWorld({ steps: [reads, bad, says("later")] });
  const result = await world.agent.runConversation(question);
  expect(result).toMatchObject({ exit_reason: "api_error_nonretryable", failure_reason: "format_error" });
  const stored = world.rows().map((row) => row.role);
  expect(result.messages.map((message) => message.role)).toEqual(stored);
  expect(await world.agent.chat("again")).toBe("later"); // and can be gone on with
  return stored;
}

test("a long history that is refused as a whole does not grow by the refusal; a short one is closed", async () => {
  expect(await rolesAfterRefusal("go")).toEqual(["user", "assistant", "tool", "assistant"]);
  expect(await rolesAfterRefusal("word ".repeat(51_000))).toEqual(["user", "assistant", "tool"]);
});
