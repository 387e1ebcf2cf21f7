import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const reads = { reply: { tool_calls: [{ name: "read_file", arguments: { path: "x" } }] } };

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
