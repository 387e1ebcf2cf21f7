import { expect, test } from "vitest";
import { agentWorld } from "../support/agent-world.ts";
import { delegates, familyWorld } from "../support/family-world.ts";
import { calls, says } from "../support/played-tools.ts";

const priced = "providers: {custom: {models: {gpt-4o: {prices: {input: 10, output: 20, cache_read: 1}}}}}\n";
const usage = { input_tokens: 10_000, output_tokens: 5_000, cache_read_tokens: 0, cache_write_tokens: 0 }; // 0.2 dollars
const reads = calls({ name: "read_file", arguments: { path: "x" } });
const reading = { reply: { ...reads.reply, usage } };

test("what a turn cost is in its result and its row, where the model has a price", async () => {
  const world = await agentWorld({ steps: [{ reply: { text: "ok", usage } }, says("later")] }, { config: priced });
  expect(await world.agent.runConversation("go")).toMatchObject({ estimated_cost_usd: 0.2, cost_status: "estimated" });
  const unpriced = await agentWorld({ steps: [says("ok")] });
  expect(await unpriced.agent.runConversation("go")).toMatchObject({
    estimated_cost_usd: null,
    cost_status: "unknown",
  });
});

test("a session that has spent its limit stops before the next request, also after a restart", async () => {
  const config = `${priced}agent: {max_cost_usd: 0.3}\n`;
  const world = await agentWorld({ steps: [reading, reading, says("never asked for")] }, { config });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({
    exit_reason: "budget_exhausted",
    exit_detail: "cost",
    completed: false,
    estimated_cost_usd: 0.4,
  });
  expect(result.final_response).toContain("cost limit");
  expect(world.simulator.requests).toHaveLength(2);
  const resumed = await world.another({ sessionId: result.session_id });
  expect(await resumed.runConversation("go on")).toMatchObject({ exit_detail: "cost", api_calls: 0 });
  expect(world.simulator.requests).toHaveLength(2);
});

test("a limit without a price is refused before anything is spent", async () => {
  const config = "agent: {max_cost_usd: 1}\n";
  await expect(agentWorld({ steps: [says("ok")] }, { config })).rejects.toThrow(
    "providers.custom.models.gpt-4o.prices",
  );
});

test("what children spend counts against the limit of the one who sent them", async () => {
  const world = await familyWorld(
    { steps: [delegates({ goal: "look" }), says("never asked for")] },
    { look: { steps: [{ reply: { text: "seen", usage } }] } },
    { config: `${priced}agent: {max_cost_usd: 0.15}\n` },
  );
  const { result } = world.ask("go");
  expect(await result).toMatchObject({ exit_reason: "budget_exhausted", exit_detail: "cost" });
  expect(world.asked("look")).toHaveLength(1);
  expect(world.simulator.requests).toHaveLength(1);
});
