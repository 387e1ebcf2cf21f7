import { expect, test } from "vitest";
import { z } from "zod";
import { ok } from "../../domain/outcome.ts";
import { defineTool } from "../../domain/tool.ts";
import { agentWorld, anthropicEndpoint } from "../../../tests/support/agent-world.ts";
import { calls, says } from "../../../tests/support/played-tools.ts";
import { bodyText, refuses } from "../../../tests/support/refusals.ts";

const shown = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const sent = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const camera = defineTool({
  name: "camera",
  toolset: "played",
  description: "Shows what it sees.",
  concurrency: "free",
  input: z.object({}),
  run: async () => ok([{ type: "image_url", image_url: { url: `data:image/png;base64,${shown}` } }]),
});

test("when nothing can be compressed, the pictures of tools are left out and a person's stay", async () => {
  const steps = [calls({ name: "camera", arguments: {} }), refuses(413, "too large"), says("done")];
  const world = await agentWorld({ steps }, { ...anthropicEndpoint, extraTools: [camera] });
  const question = [{ type: "image_url" as const, image_url: { url: `data:image/gif;base64,${sent}` } }];
  const result = await world.clock.runUntil(world.agent.runConversation(question));
  expect(result).toMatchObject({ final_response: "done", api_calls: 2 });
  const images = [1, 2].map((index) => [shown, sent].map((data) => bodyText(world, index).includes(data)));
  expect(images).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(JSON.stringify(result.messages)).toContain(shown);
});
