import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { agentWorld } from "../support/agent-world.ts";
import { enabled, pluginFiles } from "../support/plugin-files.ts";
import { askPlugins, pluginWorld } from "../support/plugin-world.ts";
import { calls, says } from "../support/played-tools.ts";

const weather = `ctx.registerTool({
  name: "weather",
  description: "Weather of a place",
  parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
  handler: async ({ place }) => ({ place, sky: ctx.config.sky ?? "blue" }),
});`;

test("a plugin's tool is in the list, its arguments are checked, and its settings reach it", async () => {
  const world = await pluginWorld(
    { weather: { register: weather } },
    [calls({ name: "weather", arguments: { place: "Oslo" } }, { name: "weather", arguments: {} }), says("done")],
    { moreConfig: "  entries:\n    weather:\n      sky: grey\n" },
  );
  const { answers } = await askPlugins(world);
  expect(world.agent.session.info.tools).toContain("weather");
  expect(answers[0]).toBe('{"place":"Oslo","sky":"grey"}');
  expect(answers[1]).toContain("Invalid arguments for weather: place: ");
  expect(world.notices()).toEqual([]);
});

test("[SF-P1] a plugin that throws in register, a hook that throws and one that hangs stop nobody", async () => {
  const world = await pluginWorld(
    {
      "a-broken": {
        register:
          'ctx.registerTool({ name: "ghost", description: "", handler: () => "" });\nthrow new Error("no luck");',
      },
      "b-throws": { register: 'ctx.registerHook("pre_tool_call", () => { throw new Error("oops"); });' },
      "c-hangs": { register: 'ctx.registerHook("pre_tool_call", () => new Promise(() => {}));' },
      "d-weather": { register: weather },
    },
    [
      calls({ name: "weather", arguments: { place: "Oslo" } }),
      calls({ name: "weather", arguments: { place: "Rome" } }),
      calls({ name: "weather", arguments: { place: "Bonn" } }),
      calls({ name: "weather", arguments: { place: "Nice" } }),
      says("done"),
    ],
  );
  const before = world.clock.now();
  const { answers, result } = await askPlugins(world);
  expect(result.exit_reason).toBe("text_response");
  expect(answers).toHaveLength(4);
  expect(answers.every((text) => text.includes("blue"))).toBe(true);
  expect(world.agent.session.info.tools).not.toContain("ghost");
  const waited = world.clock.now() - before;
  expect(waited).toBeGreaterThanOrEqual(15_000); // three times five seconds, the fourth call is not kept waiting
  expect(waited).toBeLessThan(20_000);
  expect(world.notices()).toEqual([
    "Plugin a-broken was not loaded: no luck",
    "Plugin b-throws: its hook pre_tool_call failed three times in a row and is off for this session (last: oops)",
    "Plugin c-hangs: its hook pre_tool_call failed three times in a row and is off for this session (last: no answer within 5 s)",
  ]);
});

test("[SF-P2] arguments a hook makes invalid come back as an error; a block without a message is no opinion", async () => {
  const hook = `ctx.registerHook("pre_tool_call", ({ args }) =>
    args.place === "Oslo" ? { action: "modify", args: { place: 7 } } : { action: "block" });`;
  const world = await pluginWorld({ weather: { register: `${weather}\n${hook}` } }, [
    calls({ name: "weather", arguments: { place: "Oslo" } }, { name: "weather", arguments: { place: "Rome" } }),
    says("done"),
  ]);
  const { answers } = await askPlugins(world);
  expect(answers[0]).toContain("Invalid arguments for weather: place: ");
  expect(answers[1]).toContain("blue");
});

test("hooks block, change arguments bit by bit, ask for a person, and give another result", async () => {
  const world = await pluginWorld(
    {
      a: {
        register: `${weather}\nctx.registerHook("pre_tool_call", ({ args }) => ({ action: "modify", args: { place: args.place + "!" } }));`,
      },
      b: {
        register: `ctx.registerHook("pre_tool_call", ({ args }) => {
          if (args.place === "Bonn!") return { action: "block", message: "Not Bonn." };
          if (args.place === "Rome!") return { action: "approve", message: "Rome costs money", rule: "costs" };
        });
        ctx.registerHook("transform_tool_result", ({ result, status }) => status === "ok" ? result.toUpperCase() : null);`,
      },
    },
    [
      calls(
        { name: "weather", arguments: { place: "Oslo" } },
        { name: "weather", arguments: { place: "Bonn" } },
        { name: "weather", arguments: { place: "Rome" } },
      ),
      says("done"),
    ],
  );
  const { answers } = await askPlugins(world);
  expect(answers[0]).toBe('{"PLACE":"OSLO!","SKY":"BLUE"}');
  expect(answers[1]).toBe('{"error":"Not Bonn."}');
  expect(answers[2]).toMatch(/^\{"error":"costs: .*[Nn]obody is here/);
});

test("a person who agrees to a gated call lets it run", async () => {
  const asked: string[] = [];
  const world = await pluginWorld(
    {
      a: {
        register: `${weather}\nctx.registerHook("pre_tool_call", () => ({ action: "approve", message: "sure?" }));`,
      },
    },
    [calls({ name: "weather", arguments: { place: "Oslo" } }), says("done")],
    {
      approver: {
        name: "person",
        decide: async ({ kind, action }) => {
          asked.push(`${kind} ${action}`);
          return { decision: "allow", by: "person", rule: null };
        },
      },
    },
  );
  const { answers } = await askPlugins(world);
  expect(answers).toEqual(['{"place":"Oslo","sky":"blue"}']);
  expect(asked).toEqual(['tool weather {"place":"Oslo"} (sure?)']);
});

test("what a hook adds to a question is sent with it and stored nowhere", async () => {
  const world = await pluginWorld(
    {
      a: {
        register: 'ctx.registerHook("pre_llm_call", ({ user_message }) => ({ context: "Asked: " + user_message }));',
      },
    },
    [{ ...says("yes"), expect: { last_contains: "Asked: go" } }],
  );
  const { result } = await askPlugins(world);
  expect(result.final_response).toBe("yes");
  expect(world.rows().map(({ content }) => content)).toEqual(["go", "yes"]);
});

const note = (hook: string, what: string) =>
  `ctx.registerHook("${hook}", (p) => { heard.push("${hook} " + ${what}); });`;

test("observers hear of calls, answers and pieces of text in their own time", async () => {
  const world = await pluginWorld(
    {
      a: {
        register: `${weather}
        const { writeFileSync, mkdirSync } = await import("node:fs");
        const heard = [];
        ${note("post_tool_call", "p.status + ' ' + p.args.place + ' ' + p.result")}
        ${note("post_llm_call", "p.user_message + ' -> ' + p.response")}
        ${note("on_session_start", "p.model")}
        ${note("on_session_end", "p.exit_reason")}
        ${note("on_stream_delta", "p.delta")}
        ctx.onDispose(() => { mkdirSync(ctx.paths.data, { recursive: true }); writeFileSync(ctx.paths.data + "/heard.json", JSON.stringify(heard)); });`,
      },
    },
    [calls({ name: "weather", arguments: { place: "Oslo" } }), says("done")],
  );
  await askPlugins(world);
  await world.clock.runUntil(world.agent.close());
  const heard: unknown = JSON.parse(readFileSync(join(world.home, "plugins/.data/a/heard.json"), "utf8"));
  expect(heard).toEqual(
    expect.arrayContaining([
      'post_tool_call ok Oslo {"place":"Oslo","sky":"blue"}',
      "post_llm_call go -> done",
      "on_session_start gpt-4o",
      "on_session_end text_response",
    ]),
  );
  expect(Array.isArray(heard) && heard.filter((line) => String(line).startsWith("on_stream_delta")).join("")).toContain(
    "done",
  );
});

test("[SF-P4] a plugin of a repository nobody trusts is neither loaded nor run", async () => {
  const spec = {
    sly: {
      register: 'const { writeFileSync } = await import("node:fs"); writeFileSync(ctx.paths.folder + "/ran", "");',
    },
  };
  const world = await agentWorld({ steps: [says("a"), says("b")] }, { config: enabled("sly") });
  mkdirSync(join(world.cwd, ".git"));
  for (const [name, text] of Object.entries(pluginFiles(spec))) {
    const path = join(world.cwd, ".hermes", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const notices: string[] = [];
  const untrusting = await world.another({
    eventCallback: (event) => void (event.type === "notice.given" && notices.push(event.text)),
  });
  await world.clock.runUntil(untrusting.runConversation("go"));
  expect(existsSync(join(world.cwd, ".hermes/plugins/sly/ran"))).toBe(false);
  expect(notices).toEqual([
    "Plugin sly was not loaded: its repository is not trusted: name it in skills.trusted_project_dirs or set HERMES_ENABLE_PROJECT_PLUGINS=1",
  ]);
  writeFileSync(
    join(world.home, "config.yaml"),
    `${enabled("sly")}skills:\n  trusted_project_dirs: [${JSON.stringify(world.cwd)}]\n`,
  );
  const trusting = await world.another();
  await world.clock.runUntil(trusting.runConversation("go"));
  expect(existsSync(join(world.cwd, ".hermes/plugins/sly/ran"))).toBe(true);
});

test("without consent a capability stays off, and the plugin is told so", async () => {
  const world = await pluginWorld(
    {
      a: { manifest: { capabilities: ["prompt.section"] }, register: 'ctx.registerPromptSection("Speak in rhymes.");' },
    },
    [says("ok")],
  );
  await askPlugins(world);
  expect(world.notices()).toEqual([
    "Plugin a was not loaded: this needs the capability prompt.section, which was not granted",
  ]);
});

test("a guard with a mistake in its entry blocks instead of letting everything pass, and says what to mend", async () => {
  const entry = { command: "true", timeout: 900, fail_closed: true };
  const world = await pluginWorld(
    { weather: { register: weather } },
    [calls({ name: "weather", arguments: { place: "Oslo" } }), says("done")],
    { moreConfig: `hooks:\n  pre_tool_call: ${JSON.stringify([entry])}\n` },
  );
  const { answers } = await askPlugins(world);
  expect(answers).toEqual([expect.stringMatching(/blocked/)]);
  expect(answers[0]).toContain("hooks.pre_tool_call: timeout: ");
  expect(world.notices()[0]).toMatch(/^hooks\.pre_tool_call: timeout: /);
});
