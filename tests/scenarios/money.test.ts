import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { reportOf } from "../../src/commands/insights/report.ts";
import { periodOf } from "../../src/commands/insights/calendar.ts";
import { slashCommands } from "../../src/commands/slash/registry.ts";
import { runSlash } from "../../src/commands/slash/run-slash.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { ok } from "../../src/domain/outcome.ts";
import { defineTool } from "../../src/domain/tool.ts";
import { usageOf } from "../../src/domain/usage.ts";
import { afterEvent, afterTurn, costOfRun, emptyTally } from "../../src/surfaces/once/tally.ts";
import { agentWorld, anthropicItself, type AgentWorld } from "../support/agent-world.ts";
import { calls, says } from "../support/played-tools.ts";
import { scriptedEngine } from "../support/scripted-engine.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const priced = "providers: {custom: {models: {gpt-4o: {prices: {input: 10, output: 20, cache_read: 1}}}}}\n";
const usage = { input_tokens: 10_000, output_tokens: 5_000, cache_read_tokens: 0, cache_write_tokens: 0 }; // 0.2 dollars
const words = (tokens: number): string => "word".repeat(tokens);
const unpriced = () => null;
const day = 86_400_000;

const storeOf = ({ home, clock }: AgentWorld) => temporaryStore({ path: join(home, "hermes.db"), clock });

async function reported(world: AgentWorld, days: number) {
  using store = await storeOf(world);
  const { period, fromSeconds } = periodOf(days, world.clock.now(), { timezone: "UTC", source: null });
  return reportOf((await store.insights()).since(fromSeconds, null), period, unpriced);
}

async function runOf(world: AgentWorld, text: string) {
  const turn = world.agent.session.send({ content: text });
  const events: AgentEvent[] = [];
  const heard = (async () => {
    for await (const event of turn.events) events.push(event);
  })();
  const result = await world.clock.runUntil(turn.result);
  await heard;
  const tally = afterTurn(events.reduce(afterEvent, emptyTally(null)), result);
  return { result, events, run: costOfRun(tally) };
}

/** A tool that asks a side model, which costs what is said. */
const asking = (cost_usd: number | null) =>
  defineTool({
    name: "look",
    toolset: "played",
    description: "Looks.",
    concurrency: "free",
    input: z.object({}),
    run: async (_, { charge }) => {
      const spent = usageOf({ ...usage, reasoning_tokens: 0 });
      charge({ task: "vision", provider: "custom", model: "seer", api_calls: 1, usage: spent, cost_usd });
      return ok("seen");
    },
  });
const looks = calls({ name: "look", arguments: {} });

test("without a price every surface says unknown, and none of them nothing", async () => {
  const world = await agentWorld({ steps: [{ reply: { text: "ok", usage } }] });
  expect(world.agent.session.cost.spentUsd).toBeNull(); // before anything is asked, too
  const { result, run } = await runOf(world, "go");
  expect([result.estimated_cost_usd, result.cost_status]).toEqual([null, "unknown"]);
  expect(run).toEqual({ cost_usd: null, cost_status: "unknown" });
  expect(world.agent.session.cost.spentUsd).toBeNull();
  using store = await storeOf(world);
  expect(store.sessions.get(result.session_id)).toMatchObject({ cost_usd: null, cost_status: "unknown" });
  expect(store.sessions.spent(result.session_id)).toEqual({ spentUsd: 0, isWhole: false });
  const report = await reported(world, 1);
  expect([report.totals.cost_usd, report.totals.unpriced_requests, report.days[0]?.cost_usd]).toEqual([null, 1, null]);
  for (const command of ["/status", "/usage"]) {
    const outcome = await runSlash(command, {
      session: world.agent.session,
      store,
      world: {
        switchModel: async () => ({ ok: false, text: "" }),
        command: async () => ({ code: 0, text: "" }),
        git: async () => ({ code: 1, text: "" }),
        prices: async () => unpriced,
      },
      commands: slashCommands,
      isBusy: false,
      nowMs: world.clock.now(),
      confirms: true,
      choose: async () => null,
      neverConfirm: async () => undefined,
      signal: new AbortController().signal,
    });
    const text = outcome.kind === "said" ? outcome.text : "";
    expect(text).toContain("unknown");
    expect(text).not.toContain("$");
  }
});

test("one request without a price makes the whole unknown, also after a restart, and what is known still counts", async () => {
  const world = await agentWorld({ steps: [looks, says("ok")] }, { config: priced, play: () => [asking(null)] });
  const { result, run } = await runOf(world, "go");
  expect(result.cost_status).toBe("estimated"); // the turn's own requests have one
  expect(run).toEqual({ cost_usd: null, cost_status: "unknown" });
  expect(world.agent.session.cost.spentUsd).toBeNull();
  const resumed = await world.another({ sessionId: result.session_id });
  expect(resumed.session.cost.spentUsd).toBeNull();
});

test("side work has its price, ends the turn that spends too much, and stands in the day it was done", async () => {
  const config = `${priced}agent: {max_cost_usd: 0.15}\n`;
  const world = await agentWorld({ steps: [looks, says("never asked for")] }, { config, play: () => [asking(0.2)] });
  const { result, run } = await runOf(world, "go");
  expect(result).toMatchObject({ exit_reason: "budget_exhausted", exit_detail: "cost" });
  expect(world.simulator.requests).toHaveLength(1);
  const own = result.estimated_cost_usd ?? Number.NaN;
  expect(run).toEqual({ cost_usd: own + 0.2, cost_status: "estimated" });
  expect(world.agent.session.cost.spentUsd).toBeCloseTo(own + 0.2, 10);
  const first = await reported(world, 1);
  expect(first.by_task.find(({ name }) => name === "vision")).toMatchObject({ cost_usd: 0.2, unpriced_requests: 0 });
  expect(first.days.at(-1)?.cost_usd).toBeCloseTo(own + 0.2, 10);
  await world.clock.advance(10 * day);
  const resumed = await world.another({ sessionId: result.session_id });
  expect(resumed.session.cost.spentUsd).toBeCloseTo(own + 0.2, 10);
  await world.clock.runUntil(resumed.chat("and now?")); // the session is active again, its side work is not
  const later = await reported(world, 1);
  expect(later.by_task.map(({ name }) => name)).toEqual(["main"]);
  const whole = await reported(world, 30);
  expect(whole.days[0]?.cost_usd).toBeCloseTo(own + 0.2, 10);
});

test("a summary asked for between turns is paid from the same purse, and a compressed conversation keeps its account", async () => {
  const { factory } = scriptedEngine({ path: "main" });
  const steps = [says("a"), says("b"), says("c"), { reply: { text: "summed up", usage } }, says("on")];
  const world = await agentWorld({ steps }, { contextEngine: factory, config: priced });
  for (const text of ["one", "two", "three"]) await world.clock.runUntil(world.agent.chat(text));
  const before = world.agent.session.cost.spentUsd ?? Number.NaN;
  const answer = await world.clock.runUntil(world.agent.session.compress());
  expect(answer.kind).toBe("compressed");
  expect(world.agent.session.cost.spentUsd).toBeCloseTo(before + 0.2, 10);
  const resumed = await world.another({ sessionId: world.agent.session.info.sessionId });
  expect(resumed.session.cost.spentUsd).toBeCloseTo(before + 0.2, 10);
  const { by_task: tasks } = await reported(world, 1);
  expect(tasks.find(({ name }) => name === "compression")).toMatchObject({ cost_usd: 0.2 });
});

test("what an undo made the cache forget is booked as an edit, with its price and its day", async () => {
  const world = await agentWorld({ steps: [says("a"), says("b"), says("c"), says("d")] }, anthropicItself);
  await world.agent.chat(words(10_000));
  await world.agent.chat(words(10_000));
  await world.agent.session.undo();
  const { events } = await runOf(world, "something else");
  const [broken] = events.filter((event) => event.type === "cache.broken");
  expect(broken).toMatchObject({ cause: "history_edit", firstDivergence: { section: "messages" } });
  expect(broken?.missedTokens).toBeGreaterThan(5_000);
  expect(broken?.costUsd).toBeGreaterThan(0);
  const { cache_breaks: breaks } = await reported(world, 1);
  expect(breaks).toMatchObject([{ cause: "history_edit", breaks: 1, cost_usd: broken?.costUsd }]);
  await world.clock.advance(10 * day);
  await world.agent.chat("still there?");
  const causes = (await reported(world, 1)).cache_breaks.map(({ cause }) => cause);
  expect(causes).not.toContain("history_edit");
});
