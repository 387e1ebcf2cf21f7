import { expect, test } from "vitest";
import { emptyProcessMemory } from "../../app/process-memory.ts";
import { agentWorld, anthropicEndpoint } from "../../../tests/support/agent-world.ts";
import { says } from "../../../tests/support/played-tools.ts";
import { noticeBoard, refuses } from "../../../tests/support/refusals.ts";

const refusal = refuses(400, "The long context beta is not yet available for this subscription.");
const config = `providers:
  custom:
    extra_headers:
      anthropic-beta: context-1m-2025-08-07,files-api-2025-04-14
`;

test("a beta the account may not use is asked for no more in this process", async () => {
  const { told, statusCallback } = noticeBoard();
  const options = { ...anthropicEndpoint, config, memory: emptyProcessMemory(), statusCallback };
  const world = await agentWorld({ steps: [refusal, says("ok"), says("ok")] }, options);
  expect(await world.agent.runConversation("hi")).toMatchObject({ final_response: "ok", api_calls: 1 });
  await (await world.another()).chat("hi");
  expect(world.simulator.requests.map(({ headers }) => headers["anthropic-beta"])).toEqual([
    "context-1m-2025-08-07,files-api-2025-04-14",
    "files-api-2025-04-14",
    "files-api-2025-04-14",
  ]);
  expect(told).toEqual([
    "lifecycle: The account may not use context-1m-2025-08-07; requests go without it from now on.",
  ]);
});

test("where no such beta was asked for, the failure takes its usual way", async () => {
  const steps = [{ ...refusal, repeat: "forever" as const }];
  const { agent, clock, simulator } = await agentWorld({ steps }, anthropicEndpoint);
  expect(await clock.runUntil(agent.runConversation("hi"))).toMatchObject({ exit_reason: "api_retries_exhausted" });
  expect(simulator.requests).toHaveLength(3);
});
