import { expect, test } from "vitest";
import { agentWorld, chatEndpoint } from "../support/agent-world.ts";
import { says } from "../support/played-tools.ts";

const stall = { reply: { text: "never" }, fault: { kind: "stall" as const, at_byte: 0 } };
const fallback = `fallback_providers:
  - provider: custom
    model: gpt-4o-mini
    base_url: ${chatEndpoint.baseUrl}
`;

test("[AL-E33] after five silent attempts in a row the next call fails at once, without a request", async () => {
  const { agent, clock, simulator } = await agentWorld({ steps: [{ ...stall, repeat: 6 }, says("back")] });
  const result = await clock.runUntil(agent.runConversation("go"));
  expect(simulator.requests).toHaveLength(5);
  expect(result).toMatchObject({
    failed: true,
    exit_reason: "api_error_nonretryable",
    failure_reason: "timeout",
    failure_retryable: false,
  });
  expect(result.error).toContain("5 requests in a row");
  const later = await clock.runUntil(agent.runConversation("still there?")); // one try, and one silence is enough
  expect(later).toMatchObject({ exit_reason: "api_error_nonretryable", failure_reason: "timeout" });
  expect(simulator.requests).toHaveLength(6);
  expect(await clock.runUntil(agent.chat("and now?"))).toBe("back");
});

test("an answer between silent attempts starts the count anew", async () => {
  const { agent, clock, simulator } = await agentWorld({
    steps: [{ ...stall, repeat: 4 }, says("one"), { ...stall, repeat: 4 }, says("two")],
  });
  expect(await clock.runUntil(agent.chat("go"))).toBe("one");
  expect(await clock.runUntil(agent.chat("go"))).toBe("two");
  expect(simulator.requests).toHaveLength(10);
});

test("a stop counts when the person had waited half a minute for nothing; the fallback is then asked at once", async () => {
  const steps = [{ ...stall, repeat: 6 }, says("here")];
  const { agent, clock, simulator } = await agentWorld({ steps }, { config: fallback });
  for (const seconds of [31, 31, 10, 31, 31, 31]) {
    const turn = agent.runConversation("go");
    await clock.advance(seconds * 1_000);
    agent.interrupt();
    expect(await turn).toMatchObject({ exit_reason: "interrupted_during_api_call" });
  }
  const before = clock.now();
  expect(await clock.runUntil(agent.runConversation("go"))).toMatchObject({
    final_response: "here",
    model: "gpt-4o-mini",
  });
  expect(simulator.requests).toHaveLength(7);
  expect(clock.now() - before).toBeLessThan(1_000);
});
