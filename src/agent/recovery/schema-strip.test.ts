import { expect, test } from "vitest";
import { z } from "zod";
import { ok } from "../../domain/outcome.ts";
import { defineTool } from "../../domain/tool.ts";
import { agentWorld } from "../../../tests/support/agent-world.ts";
import { says } from "../../../tests/support/played-tools.ts";
import { noticeBoard, refuses } from "../../../tests/support/refusals.ts";

const refusal = refuses(400, "error parsing grammar: failed to parse pattern");
const dated = defineTool({
  name: "dated",
  toolset: "played",
  description: "Wants a date.",
  concurrency: "free",
  input: z.object({ pattern: z.string().regex(/^\d+$/), format: z.iso.date() }),
  run: async () => ok("done"),
});
const BodySchema = z.object({ tools: z.array(z.unknown()) });

test("tools go without patterns and formats for the rest of the session, and parameters of that name stay", async () => {
  const { told, statusCallback } = noticeBoard();
  const options = { extraTools: [dated], statusCallback };
  const world = await agentWorld({ steps: [refusal, says("ok"), says("ok")] }, options);
  expect(await world.agent.runConversation("hi")).toMatchObject({ final_response: "ok", api_calls: 1 });
  await world.agent.runConversation("on");
  const [first, second, third] = world.simulator.requests.map(({ body }) =>
    JSON.stringify(BodySchema.parse(body).tools),
  );
  expect(first).toMatch(/"pattern":"/);
  expect(second).not.toMatch(/"(?:pattern|format)":"/);
  expect(second).toMatch(/"properties":\{"format":\{"type":"string"\},"pattern":\{"type":"string"\}\}/);
  expect(third).toBe(second);
  expect(told).toEqual([
    "warn: The server cannot check all rules of the tools' parameters; it gets them without patterns.",
  ]);
});

test("tools that are plain already are no way out", async () => {
  const steps = [{ ...refusal, repeat: "forever" as const }];
  const { agent, clock, simulator } = await agentWorld({ steps }, { enabledToolsets: [] });
  expect(await clock.runUntil(agent.runConversation("hi"))).toMatchObject({ exit_reason: "api_retries_exhausted" });
  expect(simulator.requests.length).toBeGreaterThanOrEqual(3);
});
