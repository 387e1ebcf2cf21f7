import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const reads = { reply: { tool_calls: [{ name: "read_file", arguments: { path: "x" } }] } };
const refuses = (status: number, headers: Record<string, string> = {}) =>
  ({ fault: { kind: "status", status, headers } }) as const;

test("at the step limit one request without tools asks for the closing answer", async () => {
  const { agent, simulator, rows } = await agentWorld(
    { steps: [reads, reads, says("This is how far I came.")] },
    { maxIterations: 2 },
  );
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({
    final_response: "This is how far I came.",
    exit_reason: "max_iterations_reached",
    exit_detail: "2/2",
    completed: false,
    failed: false,
    api_calls: 2,
  });
  expect(simulator.requests).toHaveLength(3);
  const closing = z.record(z.string(), z.unknown()).parse(simulator.requests[2]?.body);
  expect(Object.keys(closing)).not.toContain("tools");
  expect(rows().map((row) => row.role)).toEqual(["user", "assistant", "tool", "assistant", "tool", "assistant"]);
  expect(rows().some((row) => row.content?.includes("step limit"))).toBe(false); // the request itself is not stored
});

test("a server that recovers is asked again after growing waits, and the step counts once", async () => {
  const { agent, clock, simulator } = await agentWorld({ steps: [refuses(500), refuses(500), says("back")] });
  const result = await clock.runUntil(agent.runConversation("go"));
  expect(result).toMatchObject({ final_response: "back", api_calls: 1, exit_reason: "text_response" });
  expect(simulator.requests).toHaveLength(3);
  const waits = clock.sleeps.filter((ms) => ms >= 2_000 && ms <= 6_000);
  expect(waits).toHaveLength(2);
  expect(waits[0]).toBeLessThanOrEqual(3_000);
  expect(waits[1]).toBeGreaterThanOrEqual(4_000);
});

test("a server that stays broken ends the turn with its class, and the history stays usable", async () => {
  const { agent, clock, rows } = await agentWorld({
    steps: [refuses(500), refuses(500), refuses(500), says("later")],
  });
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

test("a refusal that would repeat itself is not repeated", async () => {
  const { agent, simulator } = await agentWorld({ steps: [refuses(401)] });
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({ failed: true, exit_reason: "api_error_nonretryable", failure_reason: "auth" });
  expect(simulator.requests).toHaveLength(1);
});

test("a named waiting time is kept", async () => {
  const { agent, clock } = await agentWorld({ steps: [refuses(429, { "retry-after": "300" }), says("ok")] });
  expect(await clock.runUntil(agent.chat("go"))).toBe("ok");
  expect(clock.sleeps).toContain(300_000);
});

test("a stream that dies before a word was seen is asked for again without a wait", async () => {
  const cut = { reply: { text: "lost" }, fault: { kind: "cut", at_byte: 0 } } as const;
  const { agent, simulator, clock } = await agentWorld({ steps: [cut, cut, says("whole")] });
  const before = clock.now();
  expect(await agent.chat("go")).toBe("whole");
  expect(simulator.requests).toHaveLength(3);
  expect(clock.now()).toBe(before);
});

test("a server that cannot stream is heard all the same, and not asked to stream again", async () => {
  const whole = { reply: { text: "All at once." }, fault: { kind: "ignore_stream" as const } };
  const shown: string[] = [];
  const { agent, simulator } = await agentWorld(
    { steps: [whole, says("Again.")] },
    { streamDeltaCallback: (text) => void shown.push(text ?? "") },
  );
  expect(await agent.chat("go")).toBe("All at once.");
  expect(shown.join("")).toBe("All at once.");
  expect(await agent.chat("go on")).toBe("Again.");
  const streams = simulator.requests.map(({ body }) => z.object({ stream: z.boolean().optional() }).parse(body).stream);
  expect(streams).toEqual([true, undefined]);
});
