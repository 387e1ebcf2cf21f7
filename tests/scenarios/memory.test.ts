import { expect, test } from "vitest";
import { agentWorld } from "../support/agent-world.ts";
import { memoryWorld } from "../support/memory-world.ts";
import { calls, says } from "../support/played-tools.ts";

test("[PM-64] two memory calls in one answer are both applied, in call order", async () => {
  const memory = memoryWorld();
  const answer = calls(
    { name: "memory", arguments: { action: "add", content: "first" } },
    { name: "memory", arguments: { action: "replace", old_text: "first", content: "second" } },
  );
  const { agent, clock } = await agentWorld(
    { steps: [answer, says("noted")] },
    { extraTools: memory.tool === null ? [] : [memory.tool] },
  );
  const result = await clock.runUntil(agent.runConversation("remember this"));
  expect(result.final_response).toBe("noted");
  expect(memory.text()).toBe("second");
  expect(memory.writes.map(({ action }) => action)).toEqual(["add", "replace"]);
});
