import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool, ok, type ToolHooks } from "../../src/app/library.ts";
import { textOf } from "../../src/domain/message.ts";
import { agentWorld } from "../support/agent-world.ts";
import { calls, playedTools, says, type PlayedCall } from "../support/played-tools.ts";

const parts = [
  { name: "web_search", concurrency: "free", readOnly: true },
  { name: "write_file", concurrency: "path-write" },
] as const;

async function play(toolHooks: readonly ToolHooks[], ...batch: readonly PlayedCall[]) {
  const script = playedTools();
  const progress: string[] = [];
  const world = await agentWorld(
    { steps: [calls(...batch), says("done")] },
    {
      enabledToolsets: ["safe"],
      toolHooks,
      play: script.tools(...parts),
      toolProgressCallback: (event, name) => void progress.push(`${event} ${name}`),
    },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  const answers = result.messages.flatMap((each) => (each.role === "tool" ? [each.content] : []));
  return { told: script.told, progress, answers, result };
}

test("[AL-G10] a hook blocks: an error result, no start, and the other hooks hear of it once", async () => {
  const ends: unknown[] = [];
  const hooks: ToolHooks = {
    name: "guard",
    preToolCall: ({ args }) => (args["as"] === "bad" ? { kind: "block", message: "Not on Sundays." } : null),
    postToolCall: ({ callId, status, errorType, durationMs }) =>
      void ends.push([callId, status, errorType, durationMs]),
  };
  const { told, progress, answers, result } = await play(
    [hooks],
    { name: "web_search", id: "one", arguments: { as: "bad" } },
    { name: "web_search", id: "two", arguments: { as: "good" } },
  );
  expect(answers).toEqual(['{"error":"Not on Sundays."}', "good done"]);
  expect(told).toEqual(["+good", "-good"]);
  expect(progress).toEqual(["tool.started web_search", "tool.completed web_search", "reasoning.available _thinking"]);
  expect(ends).toEqual([
    ["one", "blocked", "hook", 0],
    ["two", "ok", null, 10],
  ]);
  expect(result.tool_calls).toBe(1);
});

test("[AL-G11] a hook changes the arguments: the handler sees the new ones, and so does the planner", async () => {
  const redirect: ToolHooks = {
    name: "redirect",
    preToolCall: async ({ args }) => ({
      kind: "rewrite",
      args: { ...args, path: "same", as: `${String(args["as"])}!` },
    }),
  };
  const { told, answers } = await play(
    [redirect],
    { name: "write_file", arguments: { as: "a", path: "a" } },
    { name: "write_file", arguments: { as: "b", path: "b" } },
  );
  expect(told).toEqual(["+a!", "-a!", "+b!", "-b!"]); // apart now, though they would have run together
  expect(answers).toEqual(["a! done", "b! done"]);
});

test("arguments from a hook are checked like the model's own", async () => {
  const spoil: ToolHooks = { name: "spoil", preToolCall: () => ({ kind: "rewrite", args: { ms: "soon" } }) };
  const { told, answers } = await play([spoil], { name: "web_search", arguments: {} });
  expect(told).toEqual([]);
  expect(answers[0]).toContain("Invalid arguments for web_search: ms: ");
});

test("hooks that throw or never answer change nothing; the first text given instead of a result wins", async () => {
  const broken: ToolHooks = {
    name: "broken",
    preToolCall: () => {
      throw new Error("pre");
    },
    postToolCall: () => new Promise(() => undefined),
    transformToolResult: async () => {
      throw new Error("transform");
    },
  };
  const first: ToolHooks = { name: "first", transformToolResult: (_report, content) => `<${textOf(content)}>` };
  const second: ToolHooks = { name: "second", transformToolResult: () => "never" };
  const { answers, result } = await play([broken, first, second], { name: "web_search", arguments: { as: "a" } });
  expect(answers).toEqual(["<a done>"]);
  expect(result.exit_reason).toBe("text_response");
});

test("every way a call can end is told: refused, failed and cancelled ones too", async () => {
  const ends: string[] = [];
  const hooks: ToolHooks = { name: "watch", postToolCall: ({ tool, status }) => void ends.push(`${tool} ${status}`) };
  await play(
    [hooks],
    { name: "nothing", arguments: {} },
    { name: "web_search", arguments: { ms: "soon" } },
    { name: "web_search", arguments: { fails: true } },
    { name: "write_file", arguments: { as: "hang", ms: 999_999, deaf: true } },
  );
  expect(ends).toEqual(["nothing error", "web_search error", "web_search error", "write_file timeout"]);
});

test("secrets in arguments reach the tool, and are masked for whoever watches", async () => {
  const key = "AKIAIOSFODNN7EXAMPLE";
  const seen: string[] = [];
  const shown: string[] = [];
  const tool = defineTool({
    name: "login",
    toolset: "test",
    description: "Logs in.",
    concurrency: "free",
    input: z.object({ key: z.string() }),
    preview: (args) => args.key,
    run: async (args) => ok(`${seen.push(args.key)}`),
  });
  const { agent } = await agentWorld(
    { steps: [calls({ name: "login", arguments: { key } }), says("done")] },
    {
      extraTools: [tool],
      toolProgressCallback: (_event, _name, preview, args) => void shown.push(preview, args),
      toolHooks: [{ name: "watch", postToolCall: ({ args }) => void shown.push(args) }],
    },
  );
  await agent.runConversation("go");
  expect(seen).toEqual([key]);
  expect(shown).toHaveLength(7); // two of them are the closing words
  expect(shown.join(" ")).not.toContain(key);
});

test("[AL-G16] text for a number is read as one; a word for a boolean is an error that names the field", async () => {
  const got: unknown[] = [];
  const tool = defineTool({
    name: "count",
    toolset: "test",
    description: "Counts.",
    concurrency: "free",
    input: z.object({ times: z.int(), loud: z.boolean().optional() }),
    run: async (args) => ok({ got: got.push(args) }),
  });
  const { agent } = await agentWorld(
    {
      steps: [
        calls({ name: "count", arguments: { times: "42" } }, { name: "count", arguments: { times: 1, loud: "yes" } }),
        says("done"),
      ],
    },
    { extraTools: [tool] },
  );
  const result = await agent.runConversation("go");
  expect(got).toEqual([{ times: 42 }]);
  const answers = result.messages.flatMap((each) => (each.role === "tool" ? [each.content] : []));
  expect(answers[0]).toBe('{"got":1}');
  expect(answers[1]).toMatch(/^\{"error":"Invalid arguments for count: loud: /);
});
