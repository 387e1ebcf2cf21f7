import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { calls, says } from "../support/played-tools.ts";

const tooLarge = { fault: { kind: "status" as const, status: 413, message: "payload too large" } };
const talk = (turns: number) =>
  Array.from({ length: turns }, (_, index) => says(`answer ${index} ${"word ".repeat(60)}`));
const saves = calls({ name: "memory", arguments: { action: "add", content: "likes tea" } });

const patience = { timeout: 30_000 };

async function talked(world: AgentWorld, turns: number): Promise<void> {
  for (let index = 0; index < turns; index++) await world.clock.runUntil(world.agent.chat(`question ${index}`));
}

function remembered({ home }: AgentWorld): string {
  const path = join(home, "memories", "MEMORY.md");
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

test("[PM-95] before a compression the model saves what matters, only where that is asked for, and nothing of it stays", async () => {
  const plain = await agentWorld({ steps: [...talk(4), tooLarge, says("fits")] });
  await talked(plain, 4);
  await plain.clock.runUntil(plain.agent.chat("and now?"));
  expect(plain.simulator.requests).toHaveLength(6);

  const config = "memory: {flush_min_turns: 1}\n";
  const world = await agentWorld({ steps: [...talk(4), tooLarge, saves, says("fits")] }, { config });
  await talked(world, 4);
  const result = await world.clock.runUntil(world.agent.runConversation("and now?"));
  expect(result).toMatchObject({ final_response: "fits", api_calls: 1, tool_calls: 0 });
  expect(remembered(world)).toBe("likes tea");
  const [refused, flush] = world.simulator.requests.slice(4).map(({ text }) => text);
  const shared = (refused ?? "").slice(0, (refused ?? "").indexOf("and now?"));
  expect(flush?.slice(0, shared.length)).toBe(shared);
  expect(JSON.stringify(world.rows())).not.toContain("about to be shortened");
  expect(JSON.stringify(result.messages)).not.toContain("likes tea");
});

test("now and then the agent looks back on its own, when the answer is there, and nothing of it enters the conversation", async () => {
  const config = "memory: {nudge_interval: 2}\nskills: {creation_nudge_interval: 0}\n";
  const world = await agentWorld(
    { steps: [says("one"), says("two"), saves, says("saved"), says("three")] },
    { config, backgroundReview: true },
  );
  await talked(world, 2);
  await vi.waitUntil(() => world.simulator.requests.length === 4, patience);
  expect(remembered(world)).toBe("likes tea");
  const { messages } = await world.clock.runUntil(world.agent.runConversation("and now?"));
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user", "assistant"]);
  expect(world.rows()).toHaveLength(6);
});

test("without being asked to, it never looks back", async () => {
  const world = await agentWorld({ steps: talk(3) }, { config: "memory: {nudge_interval: 1}\n" });
  await talked(world, 3);
  await world.clock.advance(1_000);
  expect(world.simulator.requests).toHaveLength(3);
});

test("the next question ends a look back that is not over", async () => {
  const stall = { reply: { text: "never" }, fault: { kind: "stall" as const, at_byte: 0 } };
  const world = await agentWorld(
    { steps: [says("one"), stall, says("two")] },
    { config: "memory: {nudge_interval: 1}\nskills: {creation_nudge_interval: 0}\n", backgroundReview: true },
  );
  await talked(world, 1);
  await vi.waitUntil(() => world.simulator.requests.length === 2, patience);
  const before = world.clock.now();
  expect(await world.clock.runUntil(world.agent.chat("and now?"))).toBe("two");
  expect(world.clock.now() - before).toBeLessThanOrEqual(2_000);
});
