import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Agent } from "../../src/app/library.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { agentWorld, anthropicItself, chatEndpoint, type AgentWorld } from "../support/agent-world.ts";
import { delegates, familyWorld } from "../support/family-world.ts";
import { asTransport } from "../../src/simulator/as-transport.ts";
import { createSimulator } from "../../src/simulator/handler.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const minutes = (count: number): number => count * 60_000;
const words = (tokens: number): string => "word".repeat(tokens);

const Usage = z.object({ cache_read_tokens: z.number(), cache_write_tokens: z.number() });
const usages = ({ simulator }: AgentWorld) => simulator.requests.map(({ usage }) => Usage.parse(usage));

/** Requests that read less than the one before them had left. */
const misses = (all: readonly z.infer<typeof Usage>[]): readonly number[] =>
  all.flatMap(({ cache_read_tokens: read }, index) => {
    const before = all[index - 1];
    return before !== undefined && read < before.cache_read_tokens + before.cache_write_tokens ? [index] : [];
  });

const Record = z.object({ event: z.string(), break: z.string().optional() });
const records = (home: string) =>
  readFileSync(join(home, "logs", "agent.log"), "utf8")
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line))
    .filter((line) => Record.safeParse(line).data?.event === "cache");

const ttls = ({ simulator }: AgentWorld): readonly string[] =>
  simulator.requests.map(({ text }) => {
    const marks = [...text.matchAll(/"cache_control":\{[^}]*\}/g)].map(([mark]) => (mark.includes("1h") ? "1h" : "5m"));
    return [...new Set(marks)].join("+");
  });

async function eventsOf(agent: Agent, content: string): Promise<readonly AgentEvent[]> {
  const turn = agent.session.send({ content });
  const events: AgentEvent[] = [];
  for await (const event of turn.events) events.push(event);
  await turn.result;
  return events;
}

const broken = (events: readonly AgentEvent[]) => events.filter(({ type }) => type === "cache.broken");

test("[CC-C74] sixty steps of fifteen parallel calls: each request reads all that the one before it left", async () => {
  const script = playedTools();
  const batch = calls(
    ...Array.from({ length: 15 }, (_, index) => ({ name: "look", arguments: { as: `${index}`, ms: 0 } })),
  );
  const steps = [...Array.from({ length: 60 }, () => batch), says("done")];
  const world = await agentWorld(
    { steps },
    {
      ...anthropicItself,
      maxIterations: 100,
      play: script.tools({ name: "look", concurrency: "free", readOnly: true }),
    },
  );
  await world.clock.runUntil(world.agent.chat("go"));
  expect(world.simulator.requests.length).toBe(61);
  expect(misses(usages(world))).toEqual([]);
});

test("another process goes on where the last marker stood, however much the turn appended", async () => {
  const script = playedTools();
  const batch = calls(
    ...Array.from({ length: 15 }, (_, index) => ({ name: "look", arguments: { as: `${index}`, ms: 0 } })),
  );
  const played = script.tools({ name: "look", concurrency: "free", readOnly: true });
  const world = await agentWorld(
    { steps: [batch, batch, batch, says("half"), says("on")] },
    {
      ...anthropicItself,
      play: played,
    },
  );
  const { session_id: id } = await world.clock.runUntil(world.agent.runConversation("go"));
  const events = await eventsOf(await world.another({ sessionId: id }), "go on");
  expect(misses(usages(world))).toEqual([]);
  expect(usages(world).at(-1)?.cache_read_tokens).toBeGreaterThan(5_000);
  expect(broken(events)).toEqual([]);
});

/** The home as a power cut leaves it: rows of finished transactions, and nobody who holds a lease. */
function homeAfterKill(home: string): string {
  const copy = mkdtempSync(join(tmpdir(), "hermes-killed-"));
  cpSync(home, copy, { recursive: true });
  using db = new DatabaseSync(join(copy, "hermes.db"));
  db.exec("DELETE FROM leases");
  return copy;
}

test("[CC-C75] a process killed inside a turn of fifteen parallel calls: the next one reads what the last request left", async () => {
  const killed: { home: string | null } = { home: null };
  const batch = calls(
    ...Array.from({ length: 15 }, (_, index) => ({ name: "look", arguments: { as: `${index}`, ms: 0 } })),
  );
  const script = playedTools();
  const played = script.tools({ name: "look", concurrency: "free", readOnly: true });
  const steps = [batch, batch, batch, says("on")];
  const world = await agentWorld(
    { steps },
    {
      ...anthropicItself,
      play: played,
      wrap: (transport) => (request, signal) => {
        if (killed.home !== null || world.simulator.requests.length < 3) return transport(request, signal);
        killed.home = homeAfterKill(world.home);
        world.agent.session.interrupt(); // its fourth request never gets there
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
    },
  );
  const { session_id: id } = await world.clock.runUntil(world.agent.runConversation("go"));
  const before = usages(world)[2];
  if (killed.home === null || before === undefined) throw new Error("nothing was killed");
  const agent = await world.another({ home: killed.home, sessionId: id });
  await eventsOf(agent, "go on");
  const read = usages(world).at(-1)?.cache_read_tokens ?? 0;
  expect(read).toBeGreaterThanOrEqual(before.cache_read_tokens + before.cache_write_tokens);
});

async function sentWith(config: string) {
  const world = await agentWorld({ steps: [says("hi")] }, { ...anthropicItself, config });
  await world.agent.chat("hello");
  return [ttls(world), readFileSync(join(world.home, "logs", "agent.log"), "utf8").includes("cache_ttl is 2h")];
}

test("[CC-C72] an hour is written into the markers; a life nobody offers is five minutes and a warning", async () => {
  expect(await sentWith("prompt_caching: {cache_ttl: 1h}\n")).toEqual([["1h"], false]);
  expect(await sentWith("prompt_caching: {cache_ttl: 2h}\n")).toEqual([["5m"], true]);
});

test("[CC-C77] tools that were registered in another order make the same bytes", async () => {
  const script = playedTools();
  const tools = script.tools({ name: "alpha", concurrency: "free" }, { name: "beta", concurrency: "free" });
  const world = await agentWorld({ steps: [says("one"), says("two")] }, { ...anthropicItself, play: tools });
  await world.agent.chat("hello");
  const turned = tools(world.clock).toReversed();
  await (await world.another({ extraTools: turned })).chat("hello");
  const [first, second] = world.simulator.requests.map(({ text }) => text);
  expect(first).toContain('"name":"beta"');
  expect(second).toBe(first);
});

test("[CC-C78] another thinking level is told once as what it is: a changed setting of the request", async () => {
  const config = "logging: {level: debug}\n";
  const world = await agentWorld({ steps: [says("one"), says("two"), says("three")] }, { ...anthropicItself, config });
  const { session_id: id } = await world.agent.runConversation(words(40_000));
  const agent = await world.another({ sessionId: id, reasoningConfig: { enabled: true, effort: "high" } });
  const events = await eventsOf(agent, "think harder");
  expect(broken(events)).toMatchObject([{ cause: "params", firstDivergence: { section: "messages", block: 0 } }]);
  expect(broken(await eventsOf(agent, "and now?"))).toEqual([]);
  expect(records(world.home)).toMatchObject([
    { break: "first", expected_read: 0, first_divergence: null, strategy: "anchored" },
    { break: "params", first_divergence: { section: "messages", block: 0 } },
    { break: "none", missed_tokens: 0 },
  ]);
  const [, , last] = records(world.home);
  expect(Object.keys(z.looseObject({}).parse(last))).toEqual(
    expect.arrayContaining(
      "markers prompt_tokens read write_5m write_1h plain expected_read ledger_error session_id turn_id".split(" "),
    ),
  );
  expect(JSON.stringify(records(world.home))).not.toContain("word");
});

test("[CC-C82] a child with the same prompt has a cache key of its own, and a restart keeps the parent's", async () => {
  const openAi = { ...chatEndpoint, provider: "openai", model: "gpt-5", baseUrl: "https://api.openai.com/v1" } as const;
  const world = await familyWorld(
    { steps: [delegates({ goal: "Find the port" }), says("done"), says("still here")] },
    { "Find the port": { steps: [says("8080")] } },
    openAi,
  );
  const { result } = world.ask("go");
  const { session_id: id } = await result;
  await (await world.another({ sessionId: id })).chat("and now?");
  const Body = z.object({ prompt_cache_key: z.string(), prompt_cache_retention: z.literal("24h") });
  const keys = world.simulator.requests.map(({ body }) => Body.parse(body).prompt_cache_key);
  const [child] = world.asked("Find the port").map(({ body }) => Body.parse(body).prompt_cache_key);
  expect(keys[0]).toMatch(/^pck_[0-9a-f]{24}$/);
  expect(new Set(keys).size).toBe(1);
  expect(child).toMatch(/^pck_[0-9a-f]{24}$/);
  expect(child).not.toBe(keys[0]);
});

test.each<[string, string, readonly number[], readonly string[]]>([
  ["an hour from the turn after the first pause", "", [0, 6], ["5m", "5m", "1h"]],
  ["five minutes where the person said so", "prompt_caching: {cache_ttl: 5m}\n", [0, 6], ["5m", "5m", "5m"]],
  ["five minutes where pauses outlast the hour", "", [90, 90, 90], ["5m", "5m", "5m", "5m"]],
  ["five minutes while nobody pauses", "", [1, 4, 0], ["5m", "5m", "5m", "5m"]],
])("[CC-C84] what is cached lives %s", async (_, config, pauses, expected) => {
  const steps = Array.from({ length: pauses.length + 1 }, () => says("fine"));
  const world = await agentWorld({ steps }, { ...anthropicItself, config });
  await world.agent.chat(words(20_000));
  for (const pause of pauses) {
    await world.clock.advance(minutes(pause));
    await world.agent.chat(words(5_000));
  }
  expect(ttls(world)).toEqual(expected);
});

test("who only wants to be told is told once what an hour would have saved", async () => {
  const config = "prompt_caching: {cache_ttl: 5m, adaptive_ttl: suggest}\n";
  const world = await agentWorld({ steps: [says("a"), says("b"), says("c")] }, { ...anthropicItself, config });
  await world.agent.chat(words(20_000));
  await world.agent.chat(words(5_000));
  await world.clock.advance(minutes(6));
  const events = await eventsOf(world.agent, "on");
  const notices = events.flatMap((event) => (event.type === "notice.given" ? [event.text] : []));
  expect(notices.length).toBe(1);
  expect(notices[0]).toMatch(/^prompt_caching\.cache_ttl: 1h would have saved \$0\.\d\d/);
  expect(ttls(world)).toEqual(["5m", "5m", "5m"]);
});

test("a session knows what it cost beside the least it could have cost", async () => {
  const world = await agentWorld({ steps: [says("a"), says("b")] }, anthropicItself);
  await world.agent.chat(words(20_000));
  const { ratio, spentUsd, savedUsd } = world.agent.session.cost;
  expect([ratio, savedUsd < 0, (spentUsd ?? 0) > 0]).toEqual([1.25, true, true]); // written for whoever asks again
  await world.clock.advance(minutes(6));
  await world.agent.chat("gone?");
  expect(world.agent.session.cost.ratio).toBeGreaterThan(1.8); // nobody asked in time
});

const debugging = "logging: {level: debug}\n";

test("[CC-C99] a prefix below the model's minimum is read by nobody, and nobody is told of a break", async () => {
  const world = await agentWorld(
    { steps: [says("one"), says("two")] },
    { ...anthropicItself, model: "claude-haiku-4-5", config: debugging, enabledToolsets: ["clarify"] },
  );
  await world.agent.chat("hello");
  const events = await eventsOf(world.agent, words(300));
  expect(usages(world).map(({ cache_read_tokens: read }) => read)).toEqual([0, 0]);
  expect(broken(events)).toEqual([]);
  const [, second] = records(world.home);
  expect(second).toMatchObject({ break: "none", expected_read: 0, missed_tokens: 0 });
  expect(z.object({ prompt_tokens: z.number() }).parse(second).prompt_tokens).toBeLessThan(4_096);
});

test("[CC-C100] another key is named as the cause; where nothing changed, the provider dropped it", async () => {
  const forgetful = createSimulator({ clock: new FakeClock(), scenario: { steps: [says("two")] } });
  const pool = `${debugging}providers: {anthropic: {api_keys: [sk-ant-second-key-222222]}}\n`;
  const limited = { fault: { kind: "status" as const, status: 401, message: "invalid x-api-key" } };
  const rotating = await agentWorld(
    { steps: [says("one"), limited, says("two")] },
    { ...anthropicItself, config: pool },
  );
  await rotating.agent.chat(words(8_000));
  expect(broken(await heard(rotating, "go on"))).toMatchObject([{ cause: "credential" }]);
  const dropped = await agentWorld(
    { steps: [says("one")] },
    {
      ...anthropicItself,
      config: debugging,
      wrap: (transport) => (request, signal) =>
        (dropped.simulator.requests.length === 0 ? transport : asTransport(forgetful, dropped.clock))(request, signal),
    },
  );
  await dropped.agent.chat(words(8_000));
  await dropped.clock.advance(10_000);
  expect(broken(await heard(dropped, "go on"))).toMatchObject([{ cause: "provider_dropped" }]);
});

async function heard(world: AgentWorld, content: string): Promise<readonly AgentEvent[]> {
  return world.clock.runUntil(eventsOf(world.agent, content));
}
