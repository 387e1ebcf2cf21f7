import { expect, test } from "vitest";
import { agentWorld, anthropicItself, responsesEndpoint, type AgentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const refuses = (status: number, more: { headers?: Record<string, string>; message?: string; code?: string } = {}) => ({
  fault: { kind: "status" as const, status, ...more },
});
const bodyText = ({ simulator }: AgentWorld, index: number): string => JSON.stringify(simulator.requests[index]?.body);
const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("[AL-E01] two server errors are waited out with jitter, and the step counts once", async () => {
  const { agent, clock, simulator } = await agentWorld({ steps: [refuses(500), refuses(500), says("back")] });
  const result = await clock.runUntil(agent.runConversation("go"));
  expect(result).toMatchObject({ final_response: "back", api_calls: 1, exit_reason: "text_response" });
  expect(simulator.requests).toHaveLength(3);
  const [first = NaN, second = NaN, ...more] = clock.sleeps.filter((ms) => ms >= 2_000 && ms <= 6_000);
  expect(more).toEqual([]);
  expect(first).toBeLessThanOrEqual(3_000);
  expect(second).toBeGreaterThanOrEqual(4_000);
});

test("[AL-E02] a server that stays broken ends the turn with its class, and the history stays usable", async () => {
  const { agent, clock, rows } = await agentWorld({ steps: [{ ...refuses(500), repeat: 3 }, says("later")] });
  const result = await clock.runUntil(agent.runConversation("go"));
  expect(result).toMatchObject({
    failed: true,
    exit_reason: "api_retries_exhausted",
    exit_detail: "server_error",
    failure_reason: "server_error",
    failure_status: 500,
  });
  expect(rows().map((row) => row.role)).toEqual(["user"]);
  expect(await agent.chat("again")).toBe("later");
});

test("[AL-E03] a named waiting time is kept, up to ten minutes", async () => {
  const { agent, clock } = await agentWorld({
    steps: [
      refuses(429, { headers: { "retry-after": "300" } }),
      refuses(429, { headers: { "retry-after": "9999" } }),
      says("ok"),
    ],
  });
  expect(await clock.runUntil(agent.chat("go"))).toBe("ok");
  expect(clock.sleeps.filter((ms) => ms >= 300_000)).toEqual([300_000, 600_000]);
});

test("[AL-E04] a refusal that would repeat itself is not repeated", async () => {
  const { agent, simulator } = await agentWorld({ steps: [refuses(400, { message: "invalid model" })] });
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({
    failed: true,
    exit_reason: "api_error_nonretryable",
    failure_reason: "model_not_found",
  });
  expect(simulator.requests).toHaveLength(1);
});

test("[AL-E12] thinking whose signature is refused is left out once, and history keeps it", async () => {
  const thinks = { reply: { thinking: "Hmm.", tool_calls: [{ name: "read_file", arguments: { path: "x" } }] } };
  const refusal = refuses(400, { message: "messages.1.content.0: Invalid `signature` in `thinking` block" });
  const world = await agentWorld({ steps: [thinks, refusal, says("done")] }, anthropicItself);
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ final_response: "done", api_calls: 2 });
  expect(world.simulator.requests).toHaveLength(3);
  expect(bodyText(world, 1)).toContain('"signature"');
  expect(bodyText(world, 2)).not.toContain('"signature"');
  expect(JSON.stringify(result.messages)).toContain('"signature"');
});

test("[AL-E13] encrypted reasoning that is refused is left out for the session, and history keeps it", async () => {
  const thinks = { reply: { thinking: "Hmm.", tool_calls: [{ name: "read_file", arguments: { path: "x" } }] } };
  const refusal = refuses(400, {
    message: "The encrypted content could not be verified.",
    code: "invalid_encrypted_content",
  });
  const world = await agentWorld({ steps: [thinks, refusal, says("done"), says("again")] }, responsesEndpoint);
  const result = await world.agent.runConversation("go");
  await world.agent.runConversation("on");
  expect(bodyText(world, 1)).toContain('"encrypted_content":');
  expect(bodyText(world, 2)).not.toContain('"encrypted_content":');
  expect(bodyText(world, 3)).not.toContain('"encrypted_content":');
  expect(JSON.stringify(result.messages)).toContain("encrypted_content");
});

test("[AL-E14] a model that cannot see goes on without images for this turn", async () => {
  const refusal = refuses(400, { message: "This model does not support images." });
  const notices: string[] = [];
  const world = await agentWorld(
    { steps: [refusal, says("I cannot see it."), says("Now I can.")] },
    { statusCallback: (kind, text) => void notices.push(`${kind}: ${text}`) },
  );
  const question = [
    { type: "text" as const, text: "what is this?" },
    { type: "image_url" as const, image_url: { url: pixel } },
  ];
  const result = await world.agent.runConversation(question);
  expect(result.final_response).toBe("I cannot see it.");
  expect(bodyText(world, 0)).toContain("data:image/png");
  expect(bodyText(world, 1)).not.toContain("data:image/png");
  expect(JSON.stringify(result.messages)).toContain("data:image/png");
  expect(notices).toEqual(["warn: This model does not take images; the turn goes on without them."]);
  await world.agent.runConversation("and now?");
  expect(bodyText(world, 2)).toContain("data:image/png");
});

test("[AL-E34] a stream that dies before a word was seen is asked for again at once", async () => {
  const cut = { reply: { text: "lost" }, fault: { kind: "cut" as const, at_byte: 0 } };
  const { agent, simulator, clock } = await agentWorld({ steps: [cut, cut, says("whole")] });
  const before = clock.now();
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({ final_response: "whole", api_calls: 1 });
  expect(simulator.requests).toHaveLength(3);
  expect(clock.now()).toBe(before);
});

test("[AL-B04] a stop during a long wait ends it at once", async () => {
  const { agent, clock } = await agentWorld({ steps: [refuses(429, { headers: { "retry-after": "30" } })] });
  const turn = agent.runConversation("go");
  await clock.advance(5_000);
  const stoppedAt = clock.now();
  agent.interrupt();
  expect(await turn).toMatchObject({ interrupted: true, exit_reason: "interrupted_during_retry_wait" });
  expect(clock.now() - stoppedAt).toBeLessThanOrEqual(200);
});

test("[AL-E32] a silent stream is given up after the limit of its context and asked for again", async () => {
  const stall = { reply: { text: "never" }, fault: { kind: "stall" as const, at_byte: 300 } };
  const small = await agentWorld({ steps: [stall, says("ok")] });
  const startedAt = small.clock.now();
  expect(await small.clock.runUntil(small.agent.chat("go"))).toBe("ok");
  expect(small.clock.now() - startedAt).toBeGreaterThanOrEqual(180_000);
  expect(small.clock.now() - startedAt).toBeLessThan(240_000);
  const large = await agentWorld({ steps: [stall, says("ok")], context_window: 400_000 });
  const begunAt = large.clock.now();
  expect(await large.clock.runUntil(large.agent.chat("word ".repeat(105_000)))).toBe("ok");
  expect(large.clock.now() - begunAt).toBeGreaterThanOrEqual(300_000);
});
