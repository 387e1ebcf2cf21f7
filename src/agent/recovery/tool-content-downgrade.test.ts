import { expect, test } from "vitest";
import { z } from "zod";
import { emptyProcessMemory } from "../../app/process-memory.ts";
import { ok } from "../../domain/outcome.ts";
import { defineTool } from "../../domain/tool.ts";
import { agentWorld, anthropicEndpoint } from "../../../tests/support/agent-world.ts";
import { calls, says } from "../../../tests/support/played-tools.ts";
import { bodyText, noticeBoard, refuses } from "../../../tests/support/refusals.ts";

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const camera = defineTool({
  name: "camera",
  toolset: "played",
  description: "Shows what it sees.",
  concurrency: "free",
  input: z.object({}),
  run: async () =>
    ok([
      { type: "text", text: "a photo" },
      { type: "image_url", image_url: { url: pixel } },
    ]),
});
const refusal = refuses(400, "tool message content must be a string");
const asString = '"content":"a photo\\n[An image was here; this endpoint takes only text from tools]"';
const endpoint = { ...anthropicEndpoint, extraTools: [camera] };

test("parts of tools become text, also in later turns and in other sessions of the process", async () => {
  const { told, statusCallback } = noticeBoard();
  const memory = emptyProcessMemory();
  const steps = [calls({ name: "camera", arguments: {} }), refusal, says("a photo"), says("more"), says("else")];
  const world = await agentWorld({ steps }, { ...endpoint, memory, statusCallback });
  const result = await world.agent.runConversation("look");
  expect(result).toMatchObject({ final_response: "a photo", api_calls: 2 });
  await world.agent.runConversation("on");
  expect([1, 2, 3].map((index) => bodyText(world, index).includes(asString))).toEqual([false, true, true]);
  expect(bodyText(world, 1)).toContain(pixel.slice(22));
  expect(JSON.stringify(result.messages)).toContain(pixel);
  expect(told).toEqual([
    "lifecycle: claude-sonnet-4-5 takes only text from tools; what they show is described in words.",
  ]);
  const second = await world.another({ sessionId: result.session_id });
  await second.chat("and here?");
  expect(bodyText(world, 4)).toContain(asString);
});

test("a refusal that stays is retried as usual and ends the turn", async () => {
  const { agent, clock, simulator } = await agentWorld({ steps: [{ ...refusal, repeat: "forever" }] }, endpoint);
  expect(await clock.runUntil(agent.runConversation("hi"))).toMatchObject({ exit_reason: "api_retries_exhausted" });
  expect(simulator.requests).toHaveLength(4); // three attempts, and the one that was free
});
