import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { fakeHoncho } from "../support/fake-honcho.ts";
import { hermes, machineFor, newMachine, type Machine } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 30_000 }); // real processes, on a machine that may be busy

const Named = z.object({ name: z.string(), bytes: z.int() });
const Report = z.object({
  model: z.string(),
  provider: z.string(),
  prompt: z.object({ bytes: z.int(), layers: z.array(Named) }),
  tools: z.object({ schemas: z.array(Named) }),
  notes: z.array(z.string()),
});
const Sent = z.object({
  messages: z.array(z.looseObject({ content: z.unknown() })),
  tools: z.array(z.object({ function: z.looseObject({ name: z.string() }) })),
});

async function report(machine: Machine, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await hermes(machine, ["prompt-size", "--json", ...args], { env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return Report.parse(JSON.parse(out));
}

test("what is measured is what a run sends, and measuring sends and stores nothing", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: "Hi." } }] });
  const machine = machineFor(server.url);
  writeFileSync(join(machine.cwd, "AGENTS.md"), "Birds are written with a capital letter. 🪶");
  mkdirSync(join(machine.home, "memories"));
  writeFileSync(join(machine.home, "memories", "USER.md"), "Ann");
  const { prompt, tools } = await report(machine);
  expect(server.simulator.requests).toEqual([]);
  expect(readdirSync(machine.home)).not.toContain("hermes.db");

  await hermes(machine, ["run", "hi"]);
  const sent = Sent.parse(server.simulator.requests[0]?.body);
  expect(prompt.bytes).toBe(Buffer.byteLength(z.string().parse(sent.messages[0]?.content)));
  expect(prompt.layers.map(({ name }) => name)).toEqual(expect.arrayContaining(["user", "context", "platform"]));
  expect(tools.schemas.map(({ name }) => name)).toEqual(sent.tools.map((tool) => tool.function.name));
});

test("no key is needed, and no model: then it is the offline one, which is said", async () => {
  const named = await report(newMachine({ "config.yaml": "model: anthropic/claude-sonnet-4-5\n" }));
  expect(named).toMatchObject({ model: "claude-sonnet-4-5", provider: "anthropic", notes: [] });
  const none = await report(newMachine());
  expect(none).toMatchObject({
    provider: "demo",
    notes: ["No model is configured; this is for the offline demonstration model."],
  });
});

test("a memory on another machine is not asked, and that is said", async () => {
  await using honcho = await fakeHoncho();
  const config = "model: anthropic/claude-sonnet-4-5\nmemory:\n  provider: honcho\n";
  const machine = newMachine({ "config.yaml": config, "honcho.json": JSON.stringify({ baseUrl: honcho.url }) });
  const { notes } = await report(machine);
  expect(notes).toEqual(["Not counted: what the memory provider honcho adds. It was not asked."]);
  expect(honcho.requests).toEqual([]);
});

async function notesWithServers(more: string, own = ""): Promise<readonly string[]> {
  const servers = `mcp_servers: { zoo: { command: nowhere${own} }, off: { command: x, enabled: false, instructions: true } }`;
  const config = `model: anthropic/claude-sonnet-4-5\n${servers}\n${more}`;
  return (await report(newMachine({ "config.yaml": config }))).notes;
}

test("servers are not started, and what their tools would do to a request is said", async () => {
  const start = "Not counted: the tools of 1 MCP server, not started for this; hermes mcp test counts them.";
  expect(await notesWithServers("")).toEqual([
    `${start} Above 5% of the window they are found by tool_search, which takes about 150 tokens instead.`,
  ]);
  expect(await notesWithServers("tools: { tool_search: { enabled: false } }\n")).toEqual([start]);
  expect(await notesWithServers("", ", instructions: true")).toContain(
    "Not counted: the layer servers, with the instructions of zoo; hermes mcp test counts them.",
  );
});

test("another platform has another last layer; one that does not exist is refused in one line", async () => {
  const machine = newMachine({ "config.yaml": "platform_hints:\n  pager: At most 20 words.\n" });
  const last = async (platform: string) => (await report(machine, ["--platform", platform])).prompt.layers.at(-1);
  expect(await last("pager")).toEqual({ name: "platform", bytes: "At most 20 words.".length });
  expect((await last("telegram"))?.bytes).toBeGreaterThan(100);
  expect(await hermes(machine, ["prompt-size", "--platform", "telegramm"])).toEqual({
    code: 2,
    out: "",
    err: "hermes: Unknown platform: telegramm. Did you mean telegram?\n",
  });
  const { err } = await hermes(machine, ["prompt-size", "--platform", "x".repeat(40)]);
  expect(err).toContain("Known: cli, tui,");
});
