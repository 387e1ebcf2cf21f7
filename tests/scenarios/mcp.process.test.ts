import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { systemClock } from "../../src/app/system-clock.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { textOf } from "../../src/domain/message.ts";
import { agentWorld, anthropicEndpoint, type AgentWorld } from "../support/agent-world.ts";
import { oddServer } from "../support/mcp-world.ts";
import { calls, says } from "../support/played-tools.ts";

const folder = mkdtempSync(join(tmpdir(), "hermes-mcp-scenario-"));
const discoverySeconds = 0.4;
const never = new AbortController().signal;

function diaryOf(server: string) {
  const path = join(folder, server);
  const lines = (): readonly string[] => {
    try {
      return readFileSync(path, "utf8").trim().split("\n");
    } catch {
      return []; // nothing happened yet
    }
  };
  const listings = (count: number): Promise<void> =>
    vi.waitFor(() => expect(lines().filter((line) => line === "listed").length).toBe(count), { timeout: 20_000 });
  return { path, listings, wake: () => writeFileSync(`${path}.go`, "") };
}

type Servers = Readonly<Record<string, ReturnType<typeof oddServer>>>;

const configOf = (servers: Servers): string =>
  `mcp: { discovery_timeout: ${discoverySeconds} }\nmcp_servers: ${JSON.stringify(servers)}\n`;

const ToolsSchema = z.object({ tools: z.array(z.looseObject({ name: z.string() })) });
const toolsOf = ({ simulator }: AgentWorld): readonly string[] =>
  simulator.requests.map(({ body }) => JSON.stringify(ToolsSchema.parse(body).tools));
const namesIn = (tools: string | undefined): readonly string[] =>
  ToolsSchema.shape.tools.parse(JSON.parse(tools ?? "[]")).map(({ name }) => name);

/** One question, and what was said about the cache meanwhile. */
async function ask({ agent }: AgentWorld, content: string): Promise<readonly AgentEvent[]> {
  const turn = agent.session.send({ content });
  const broken: AgentEvent[] = [];
  for await (const event of turn.events) if (event.type === "cache.broken") broken.push(event);
  expect((await turn.result).completed).toBe(true);
  return broken;
}

async function worldWithLateServer(
  name: string,
): Promise<{ readonly world: AgentWorld; readonly late: ReturnType<typeof diaryOf> }> {
  const [early, late] = [diaryOf(`${name}-early`), diaryOf(`${name}-late`)];
  const servers = { Zoo: oddServer("fine", early.path), Aal: oddServer("late", late.path) };
  const steps = ["one", "two", "three", "four"].map(says);
  const world = await agentWorld({ steps }, { ...anthropicEndpoint, clock: systemClock, config: configOf(servers) });
  await early.listings(1);
  return { world, late };
}

test("[CC-C76] a server that connects in time is in the list, a later one only after a reload, which says what it costs", async () => {
  const { world, late } = await worldWithLateServer("cc");
  await using agent = world.agent;
  expect(await ask(world, "first")).toEqual([]);
  late.wake();
  await late.listings(1);
  expect(await ask(world, "second")).toEqual([]);
  expect(await agent.session.reloadTools(never)).toBe(true);
  const broken = await ask(world, "third");
  expect(await ask(world, "fourth")).toEqual([]);
  const [first, second, third, fourth] = toolsOf(world);
  const known = namesIn(first).filter((name) => name.startsWith("mcp__"));
  expect(known).toEqual(["mcp__Zoo__go", "mcp__Zoo__look"]);
  expect(second).toBe(first);
  expect(namesIn(third).filter((name) => name.startsWith("mcp__"))).toEqual([
    "mcp__Aal__go",
    "mcp__Aal__look",
    ...known,
  ]);
  expect(namesIn(third)).toEqual(namesIn(third).toSorted());
  expect(fourth).toBe(third);
  const [notice] = broken;
  expect(broken).toMatchObject([{ type: "cache.broken", cause: "tools", missedTokens: expect.any(Number) as unknown }]);
  expect(notice?.type === "cache.broken" ? notice.missedTokens : 0).toBeGreaterThan(1_000);
});

test("[PM-96] tools of a server that came after the first turn change no byte until a reload puts them in their place", async () => {
  const { world, late } = await worldWithLateServer("pm");
  await using agent = world.agent;
  await ask(world, "first");
  late.wake();
  await late.listings(1);
  await ask(world, "second");
  await ask(world, "third");
  const before = toolsOf(world);
  expect(new Set(before).size).toBe(1);
  expect(await agent.session.reloadTools(never)).toBe(true);
  expect(await agent.session.reloadTools(never)).toBe(false);
  expect(await ask(world, "fourth")).toHaveLength(1);
  const after = namesIn(toolsOf(world).at(-1));
  const added = after.filter((name) => !namesIn(before[0]).includes(name));
  expect(added).toEqual(["mcp__Aal__go", "mcp__Aal__look"]);
  expect(after).toEqual(after.toSorted());
});

test("[SF-T35] a mute server is started without, a crash is a result and heals, a huge result goes to a file", async () => {
  const [crashing, big] = [diaryOf("crashing"), diaryOf("big")];
  const servers = {
    mute: oddServer("mute"),
    crashing: oddServer("crashing", crashing.path),
    big: oddServer("big", big.path),
  };
  const steps = [
    calls({ name: "mcp__crashing__go", arguments: {} }),
    calls({ name: "mcp__big__go", id: "toolu_big", arguments: {} }),
    says("first"),
    calls({ name: "mcp__crashing__look", arguments: {} }),
    says("second"),
  ];
  const world = await agentWorld({ steps }, { ...anthropicEndpoint, clock: systemClock, config: configOf(servers) });
  await using agent = world.agent;
  await Promise.all([crashing.listings(1), big.listings(1)]);
  const started = Date.now();
  const { messages } = await agent.runConversation("go");
  expect(Date.now() - started).toBeLessThan(30_000); // the mute one is waited for much longer, in the background
  expect(agent.session.info.mcpServers).toContainEqual({ name: "mute", status: "connecting" });
  const [crash, spilled] = messages.flatMap((message) => (message.role === "tool" ? [message] : []));
  expect(crash).toMatchObject({ effect_disposition: "unknown" });
  expect(textOf(crash?.content ?? "")).toMatch(/connection to the server was lost.*effect is unknown/u);
  expect(textOf(spilled?.content ?? "")).toMatch(/The result has 300000 characters/u);
  expect(readFileSync(join(world.home, "cache", "spill", "toolu_big.txt"), "utf8")).toBe("x".repeat(300_000));
  expect(namesIn(toolsOf(world)[0]).filter((name) => name.startsWith("mcp__mute"))).toEqual([]);
  await crashing.listings(2);
  await vi.waitFor(() => expect(agent.session.info.mcpServers).toContainEqual({ name: "crashing", status: "ready" }));
  const healed = await agent.runConversation("again");
  expect(textOf(healed.messages.findLast(({ role }) => role === "tool")?.content ?? "")).toBe("done");
});
