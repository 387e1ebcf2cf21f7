import sharp from "sharp";
import { expect, test, vi } from "vitest";
import type { ImagePart } from "../../domain/message.ts";
import { agentWorld, type AgentWorld } from "../../../tests/support/agent-world.ts";
import { says } from "../../../tests/support/played-tools.ts";
import { bodyText, noticeBoard, refuses } from "../../../tests/support/refusals.ts";

vi.setConfig({ testTimeout: 30_000 }); // megapixels are encoded, on a machine that may be busy

const tooLarge = refuses(400, "messages.0.content.1: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes");
const limit = 4 * 1_048_576;

/** Noise does not compress. */
async function noise(side: number): Promise<ImagePart> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const image = sharp({ create: { ...raw, background: "black", noise: { type: "gaussian", mean: 128, sigma: 60 } } });
  const bytes = await image.png().toBuffer();
  return { type: "image_url", image_url: { url: `data:image/png;base64,${bytes.toString("base64")}` } };
}

function imageIn(world: AgentWorld, index: number): string {
  const body = bodyText(world, index);
  const start = body.indexOf("data:image/");
  return body.slice(start, body.indexOf('"', start)); // megabytes: a pattern over them would overflow its stack
}

test("[AL-E15] an image over the limit is shrunk once, keeps its bytes from then on, and history keeps the original", async () => {
  const big = await noise(1_200);
  expect(big.image_url.url.length).toBeGreaterThan(limit);
  const { told, statusCallback } = noticeBoard();
  const world = await agentWorld({ steps: [tooLarge, says("I see"), says("still")] }, { statusCallback });
  const result = await world.clock.runUntil(world.agent.runConversation([{ type: "text", text: "look" }, big]));
  expect(result).toMatchObject({ final_response: "I see", api_calls: 1 });
  await world.clock.runUntil(world.agent.runConversation("and now?"));
  const [first, second, third] = [0, 1, 2].map((index) => imageIn(world, index));
  expect(first).toBe(big.image_url.url);
  expect(second?.startsWith("data:image/jpeg;base64,")).toBe(true);
  expect(second?.length).toBeLessThanOrEqual(limit);
  expect(third).toBe(second);
  expect(JSON.stringify(result.messages)).toContain(big.image_url.url);
  expect(told).toEqual(["lifecycle: One image was too large and is sent smaller."]);
});

test("the size an endpoint names is kept", async () => {
  const refusal = refuses(400, "image dimensions exceed max allowed size for many-image requests: 200 pixels");
  const world = await agentWorld({ steps: [refusal, says("I see")] });
  const result = await world.clock.runUntil(world.agent.runConversation([await noise(300)]));
  expect(result.final_response).toBe("I see");
  const sent = Buffer.from(imageIn(world, 1).split(",")[1] ?? "", "base64");
  expect(await sharp(sent).metadata()).toMatchObject({ format: "jpeg", width: 200, height: 200 });
});

test("when nothing can be made smaller the failure takes its usual way", async () => {
  const world = await agentWorld({ steps: [{ ...tooLarge, repeat: "forever" }] });
  const result = await world.clock.runUntil(world.agent.runConversation([await noise(8)]));
  expect(result).toMatchObject({ exit_reason: "api_retries_exhausted", failure_reason: "image_too_large" });
  expect(world.simulator.requests).toHaveLength(3);
});
