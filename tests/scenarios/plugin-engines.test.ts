import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { askPlugins, pluginWorld, type PluginWorld } from "../support/plugin-world.ts";
import { calls, says } from "../support/played-tools.ts";

/** What the engines of these tests leave behind: they run in this process. */
const marks: string[] = [];
Reflect.set(globalThis, "engineMarks", marks);
afterEach(() => void marks.splice(0));

const record = `{ event: "compression", engine: "x", trigger: request.trigger, outcome: "ok", messages_before: 1, messages_after: 1, tokens_before: 1, tokens_after: 1, duration_ms: 0 }`;
const nothing = `return { outcome: "noop", region: { headEnd: 0, tailStart: 0 }, pruned: 0, record: ${record} };`;

function engine(name: string, compress = nothing, more = ""): string {
  return `ctx.registerContextEngine(() => {
    globalThis.engineMarks.push("made ${name}");
    return {
      name: "${name}",
      updateFromResponse() {},
      shouldCompress: () => ({ yes: ${compress === nothing && more === "never" ? "false" : "true"} }),
      compress: async (request) => { globalThis.engineMarks.push("asked ${name}"); ${compress} },
      ${more === "never" ? "" : more}
    };
  }, { name: "${name}" });`;
}

const acme = { manifest: { kind: "context-engine" }, folder: "plugins/context_engine/acme" };
const chosen = (name: string): string => `context:\n  engine: ${name}\n`;
const enginesIn = (world: PluginWorld): readonly string[] =>
  world.events.flatMap((event) => (event.type === "compression.finished" ? [event.record.engine] : []));
const outcomesIn = (world: PluginWorld): readonly string[] =>
  world.events.flatMap((event) => (event.type === "compression.finished" ? [event.record.outcome] : []));

test("[CC-C01] without a context key an installed engine is not even made", async () => {
  const world = await pluginWorld({ acme: { ...acme, register: engine("acme") } }, [says("ok")]);
  const { result } = await askPlugins(world);
  expect(result.final_response).toBe("ok");
  expect(marks).toEqual([]);
  expect(enginesIn(world)).toEqual([]);
  expect(world.notices()).toEqual([]);
});

test("[CC-C02] the engine that is named and enabled decides, and the threshold is not its business", async () => {
  const moreConfig = `${chosen("acme")}compression:\n  threshold: 0\n`;
  const eager = await pluginWorld({ acme: { ...acme, register: engine("acme") } }, [says("ok")], { moreConfig });
  await askPlugins(eager);
  expect(enginesIn(eager)).toEqual(["acme"]);
  const calm = await pluginWorld({ acme: { ...acme, register: engine("acme", nothing, "never") } }, [says("ok")], {
    moreConfig,
  });
  await askPlugins(calm);
  expect(enginesIn(calm)).toEqual([]); // the built-in one would be at it with every request
  expect(calm.notices()).toEqual([]);
});

test("[CC-C03] an engine nobody has is replaced by the built-in one, with one warning", async () => {
  const world = await pluginWorld({}, [says("ok")], { moreConfig: chosen("nope") });
  const { result } = await askPlugins(world);
  expect(result.final_response).toBe("ok");
  expect(world.notices()).toEqual(["Context engine 'nope' not found — using compressor"]);
});

test("[CC-C04] of two general plugins with engines the second is refused, and both are named", async () => {
  const world = await pluginWorld(
    { one: { register: engine("first") }, two: { register: engine("second") } },
    [says("ok")],
    { moreConfig: chosen("first") },
  );
  await askPlugins(world);
  expect(enginesIn(world)).toEqual(["first"]);
  expect(world.notices()).toEqual([
    "Plugin two (second) registers a context engine, but one (first) already has; the second is refused",
  ]);
});

test("[CC-C05] an engine that throws changes nothing, rests for a minute, and the turn goes on", async () => {
  const throwing = engine("acme", 'throw new Error("no ideas");');
  const world = await pluginWorld(
    { acme: { ...acme, register: throwing } },
    [calls({ name: "todo", arguments: {} }), says("one"), says("two"), says("three")],
    { moreConfig: chosen("acme") },
  );
  const { result } = await askPlugins(world, "first");
  expect(result.final_response).toBe("one");
  expect(result.messages[0]).toMatchObject({ role: "user", content: "first" });
  await askPlugins(world, "second");
  expect(marks.filter((mark) => mark === "asked acme")).toHaveLength(1);
  await world.clock.advance(60_000);
  await askPlugins(world, "third");
  expect(marks.filter((mark) => mark === "asked acme")).toHaveLength(2);
  expect(outcomesIn(world)).toEqual(["failed", "cooldown", "failed"]);
});

const orphan = `return { outcome: "ok", messages: [...request.messages, { role: "tool", tool_call_id: "x", name: "x", tool_name: "x", content: "lost" }], region: { headEnd: 0, tailStart: 0 }, pruned: 0, record: ${record} };`;

test("[CC-C06] a proposal with a result that has no call is rejected, logged, and the history stays", async () => {
  const world = await pluginWorld({ acme: { ...acme, register: engine("acme", orphan) } }, [says("ok")], {
    moreConfig: chosen("acme"),
  });
  const { result } = await askPlugins(world);
  expect(result.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(outcomesIn(world)).toEqual(["failed"]);
  expect(readFileSync(join(world.home, "logs/agent.log"), "utf8")).toContain("it proposed a history with broken pairs");
});

test("[SF-P3] an unknown engine is the built-in one with a warning; an orphan it proposes is rejected", async () => {
  const unknown = await pluginWorld({}, [says("ok")], { moreConfig: chosen("nosuch") });
  await askPlugins(unknown);
  expect(unknown.notices()).toEqual(["Context engine 'nosuch' not found — using compressor"]);
  const lying = await pluginWorld({ acme: { ...acme, register: engine("acme", orphan) } }, [says("ok")], {
    moreConfig: chosen("acme"),
  });
  await askPlugins(lying);
  expect(lying.rows().map(({ role, content }) => [role, content])).toEqual([
    ["user", "go"],
    ["assistant", "ok"],
  ]);
});

test("an engine that returns something that is no proposal, or is no engine at all, stops nobody", async () => {
  const nonsense = await pluginWorld({ acme: { ...acme, register: engine("acme", "return 7;") } }, [says("ok")], {
    moreConfig: chosen("acme"),
  });
  expect((await askPlugins(nonsense)).result.final_response).toBe("ok");
  const none = await pluginWorld(
    { acme: { ...acme, register: "ctx.registerContextEngine(() => ({}));" } },
    [says("ok")],
    { moreConfig: chosen("acme") },
  );
  expect((await askPlugins(none)).result.final_response).toBe("ok");
  expect(none.notices()[0]).toContain("Context engine 'acme' not found — using compressor");
});

test("[CC-C07] tools of an engine stand behind the others; one whose name is taken is skipped", async () => {
  const tools = `getToolSchemas: () => [{ name: "zz_find" }, { name: "aa_find" }, { name: "read_file" }, { description: "nameless" }],
    handleToolCall: (name) => JSON.stringify({ asked: name }),`;
  const plain = await pluginWorld({}, [says("ok")]);
  const world = await pluginWorld(
    { acme: { ...acme, register: engine("acme", nothing, tools) } },
    [calls({ name: "aa_find", arguments: {} }), says("ok")],
    { moreConfig: chosen("acme") },
  );
  const { answers } = await askPlugins(world);
  expect(world.agent.session.info.tools).toEqual([...plain.agent.session.info.tools, "aa_find", "zz_find"]);
  expect(answers).toEqual(['{"asked":"aa_find"}']);
});

test("[CC-C101] no plugin answers for lcm, and one that is not enabled answers for nothing", async () => {
  const claiming = await pluginWorld({ sly: { register: engine("lcm") } }, [says("ok")], { moreConfig: chosen("lcm") });
  await askPlugins(claiming);
  expect(claiming.notices()).toContain(
    'Plugin sly claims the context engine name "lcm", which is reserved; it is refused',
  );
  expect(marks).toEqual([]);
  const idle = await pluginWorld({ acme: { ...acme, register: engine("acme") } }, [says("ok")], {
    ids: [],
    moreConfig: chosen("acme"),
  });
  await askPlugins(idle);
  expect(idle.notices()).toEqual(["Context engine 'acme' not found — using compressor (it is not in plugins.enabled)"]);
  expect(marks).toEqual([]);
});
