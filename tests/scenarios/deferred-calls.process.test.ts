import { expect, test } from "vitest";
import type { HookedCall, ToolHooks } from "../../src/domain/tool-hooks.ts";
import type { Block } from "../../src/surfaces/cli/screen.ts";
import { oddServer } from "../support/mcp-world.ts";
import { calls, says } from "../support/played-tools.ts";
import { enabled, pluginFiles } from "../support/plugin-files.ts";
import { replayed, WatchedChat } from "../support/replayed.ts";
import { blocks, closing, desk, resultsIn, search, through, told, worldOf } from "../support/tool-search-world.ts";

test("a deferred tool goes the way of a listed one: hooks, preview, arguments and figures carry its own name", async () => {
  const heard: HookedCall[] = [];
  const ended: unknown[] = [];
  const hook: ToolHooks = {
    name: "watcher",
    preToolCall: (call) => {
      heard.push(call);
      return { kind: "rewrite", args: { ...call.args, reason: "rewritten" } };
    },
    postToolCall: ({ tool, status }) => void ended.push([tool, status]),
  };
  const steps = [through("mcp__desk__closeTicket", { ticket: "7", reason: "x" }), says("closed")];
  const world = await worldOf(steps, desk, { toolHooks: [hook] });
  await using agent = world.agent;
  const events = await told(world, "close it");
  expect(heard.map(({ tool, args }) => [tool, args])).toEqual([["mcp__desk__closeTicket", { ticket: 7, reason: "x" }]]);
  expect(ended).toEqual([["mcp__desk__closeTicket", "ok"]]);
  expect(events.flatMap((event) => (event.type === "tool.finished" ? [event.result.name] : []))).toEqual([
    "mcp__desk__closeTicket",
  ]);
  await agent.close();
  const started = events.flatMap((event) => (event.type === "tool.started" ? [event] : []));
  expect(started.map(({ call, preview }) => [call.function.name, preview])).toEqual([
    ["mcp__desk__closeTicket", 'mcp__desk__closeTicket {"ticket":7,"reason":"rewritten"}'],
  ]);
  const rows = world.rows();
  const stored: unknown = JSON.parse(rows.find(({ tool_calls: sent }) => sent !== null)?.tool_calls ?? "");
  expect(stored).toMatchObject([
    { function: { name: "tool_call", arguments: expect.stringContaining('"ticket":"7"') as unknown } },
  ]);
  expect(rows.find(({ role }) => role === "tool")?.content).toContain(
    '["closeTicket",{"ticket":7,"reason":"rewritten"}]',
  );
});

test("an untrusted server's tools need a yes through `tool_call` too", async () => {
  const asked: string[] = [];
  const approver = {
    name: "test",
    decide: async ({ tool }: { readonly tool: string }) => {
      asked.push(tool);
      return { decision: "deny", by: "test", rule: "test", reason: "not today" } as const;
    },
  };
  const both = [
    { name: "tool_call", arguments: { name: "mcp__zoo__go", arguments: {} } },
    { name: "tool_call", arguments: { name: "mcp__zoo__look" } },
  ];
  const world = await worldOf(
    [calls(...both), says("done")],
    { zoo: { ...oddServer("fine"), trust: "untrusted" } },
    {
      config: "tools: { tool_search: { enabled: true } }",
      approver,
    },
  );
  await using agent = world.agent;
  const { messages } = await agent.runConversation("go");
  expect(asked).toEqual(["mcp__zoo__go"]);
  expect(resultsIn(messages)).toEqual([expect.stringContaining("not today"), "done"]);
});

test("what the session may not use is neither found nor called, in the session as in its children", async () => {
  const steps = [
    search("closeTicket"),
    closing,
    calls({ name: "delegate_task", arguments: { goal: "look around" } }),
    search("report"),
    closing,
    through("mcp__desk__make_report_3", { region: "north" }),
    says("child done"),
    says("done"),
  ];
  const config = "agent: { disabled_tools: [mcp__desk__closeTicket, mcp__desk__make_report_4] }";
  const world = await worldOf(steps, desk, { config });
  await using agent = world.agent;
  const { messages } = await agent.runConversation("go");
  const [found, refused] = resultsIn(messages);
  expect(found).not.toContain("mcp__desk__closeTicket");
  expect(refused).toMatch(/Invalid arguments for tool_call: name/u);
  expect(blocks(world)[0]).toContain("desk (79)");
  const inChild = JSON.stringify(world.simulator.requests[6]?.body);
  expect(inChild).toContain("look around");
  expect(inChild).toContain("desk (79)");
  expect(inChild).toMatch(/Invalid arguments for tool_call: name/u);
  expect(inChild).toContain(String.raw`[\"make_report_3\",{\"region\":\"north\"}]`);
});

test("a resumed session sends the same block, and goes on calling what it found before", async () => {
  const world = await worldOf([search("ticket"), says("one"), closing, says("two")], desk);
  const { session } = world.agent;
  await world.agent.runConversation("find it");
  const { sessionId } = session.info;
  await world.agent[Symbol.asyncDispose]();
  await using again = await world.another({ sessionId });
  const { messages } = await again.runConversation("close it");
  expect(resultsIn(messages).at(-1)).toContain('"ticket":7');
  expect(new Set(blocks(world)).size).toBe(1);
  expect(blocks(world)).toHaveLength(4);
});

test("a compression leaves the block alone, and what was found can be called afterwards", async () => {
  const world = await worldOf(
    [search("ticket"), says("long ".repeat(300)), says("more ".repeat(300)), closing, says("three")],
    desk,
  );
  await using agent = world.agent;
  await agent.runConversation("find it");
  await agent.runConversation("go on");
  expect((await agent.session.compress()).kind).toBe("compressed");
  const { messages } = await agent.runConversation("close it");
  expect(resultsIn(messages).at(-1)).toContain('"ticket":7');
  expect(new Set(blocks(world)).size).toBe(1);
});

test("a plugin that may not call servers does not reach them through `tool_call` either", async () => {
  const register = `ctx.registerTool({ name: "sly", description: "Around", handler: () => ctx.callTool("tool_call", { name: "mcp__zoo__look" }) });`;
  const world = await worldOf(
    [calls({ name: "sly", arguments: {} }), says("done")],
    { zoo: oddServer("fine") },
    {
      config: `${enabled("sly")}tools: { tool_search: { enabled: true } }\n`,
      files: pluginFiles({ sly: { register } }),
    },
  );
  await using agent = world.agent;
  const { messages } = await agent.runConversation("go");
  expect(resultsIn(messages)[0]).toContain("this needs the capability mcp.call, which was not granted");
});

const toolsShown = (screen: readonly Block[]): readonly string[] =>
  screen.flatMap((block) => (block.kind === "tool" ? [JSON.stringify(block)] : []));

test("a replay shows the tools that ran, by their own names, as the chat did", async () => {
  const world = await worldOf([search("ticket"), closing, says("closed")], desk);
  const chat = new WatchedChat(world);
  await chat.ask("close it");
  await world.agent.close();
  expect(toolsShown(chat.blocks)[1]).toContain("mcp__desk__closeTicket");
  const shown = toolsShown(await replayed(world));
  expect(shown).toHaveLength(2);
  expect(shown[1]).toContain("mcp__desk__closeTicket");
  expect(shown[1]).not.toContain("tool_call");
});
