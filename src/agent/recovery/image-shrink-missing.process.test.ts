import { expect, test, vi } from "vitest";
import { agentWorld } from "../../../tests/support/agent-world.ts";
import { noticeBoard, refuses } from "../../../tests/support/refusals.ts";

vi.mock("sharp", () => {
  throw new Error("Cannot find package 'sharp'");
});

test("without the optional package the person is told once why the image stays as it is", async () => {
  const { told, statusCallback } = noticeBoard();
  const steps = [{ ...refuses(400, "image exceeds 5 MB maximum"), repeat: "forever" as const }];
  const world = await agentWorld({ steps }, { statusCallback });
  const url = `data:image/png;base64,${"A".repeat(4 * 1_048_576)}`;
  const result = await world.clock.runUntil(world.agent.runConversation([{ type: "image_url", image_url: { url } }]));
  expect(result).toMatchObject({ failed: true, failure_reason: "image_too_large" });
  expect(told.filter((line) => line.includes("npm install sharp"))).toHaveLength(1);
});
