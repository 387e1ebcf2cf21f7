import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { consentBook, withGrant } from "../../src/plugins/consents.ts";
import { parseManifest } from "../../src/plugins/manifest/manifest.ts";
import { askPlugins, pluginWorld } from "../support/plugin-world.ts";
import { calls, says } from "../support/played-tools.ts";

/** A world whose person has agreed to everything the plugin asks for. */
async function grantedWorld(
  id: string,
  { capabilities, register }: { readonly capabilities: readonly string[]; readonly register: string },
  steps: Parameters<typeof pluginWorld>[1],
) {
  const world = await pluginWorld({ [id]: { manifest: { capabilities }, register } }, steps);
  const read = parseManifest({ id, entry: "index.mjs", capabilities });
  if (read.kind === "problem") throw new Error(read.problem);
  const folder = join(world.home, "plugins", id);
  consentBook(world.home).change((given) => withGrant({ folder, manifest: read.manifest }, capabilities, given));
  return { ...world, agent: await world.another() };
}

test("a granted section stands in the prompt of a new session, and only there", async () => {
  const register = 'ctx.registerPromptSection("Speak in rhymes.");';
  const world = await grantedWorld("poet", { capabilities: ["prompt.section"], register }, [says("ok")]);
  await askPlugins(world);
  expect(JSON.stringify(world.simulator.requests[0]?.body)).toContain("Speak in rhymes.");
});

test("a plugin asks the side model, calls tools of the session and speaks into the turn, as far as it may", async () => {
  await import("../../src/provider/auxiliary/auxiliary.ts"); // a clock that is moved by hand does not wait for that
  const register = `ctx.registerTool({ name: "busy", description: "All of it", handler: async (_args, { sessionId }) => {
    const told = await ctx.callTool("todo", {});
    const answer = await ctx.llm.complete({ task: "session_search", prompt: "One?", schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } });
    const injected = ctx.inject(sessionId, "and hurry");
    const refused = await Promise.resolve().then(() => ctx.secret("SOME_KEY")).catch((error) => error.message);
    return { told: JSON.parse(told), answer, injected, refused };
  } });`;
  const world = await grantedWorld("busy", { capabilities: ["llm.call", "session.inject"], register }, [
    calls({ name: "busy", arguments: {} }),
    says('{"n": 1}'),
    { ...says("done"), expect: { last_contains: "and hurry" } },
  ]);
  const { answers, result } = await askPlugins(world);
  expect(answers[0]).toContain('"answer":{"n":1},"injected":true');
  expect(answers[0]).toContain("this needs the capability secrets.read:SOME_KEY, which was not granted");
  expect(result.final_response).toBe("done");
  using db = new DatabaseSync(join(world.home, "hermes.db"));
  const costs = db.prepare("SELECT task, api_calls FROM usage WHERE task <> ''").all();
  expect(costs.map((row) => ({ ...row }))).toEqual([{ task: "plugin", api_calls: 1 }]);
});

test("a tool a plugin calls passes the hooks too", async () => {
  const register = `ctx.registerTool({ name: "sly", description: "Around the hooks", handler: async () => ctx.callTool("write_file", { path: "a.txt", content: "x" }) });
    ctx.registerHook("pre_tool_call", ({ tool }) => tool === "write_file" ? { action: "block", message: "Not even for me." } : null);`;
  const world = await pluginWorld({ sly: { register } }, [calls({ name: "sly", arguments: {} }), says("done")]);
  const { answers } = await askPlugins(world);
  expect(answers).toEqual(['{"error":"Not even for me."}']);
  expect(existsSync(join(world.cwd, "a.txt"))).toBe(false);
});

const shadow = 'ctx.registerTool({ name: "todo", description: "Mine", handler: () => "mine" });';

test("a built-in tool keeps its name unless the plugin may override", async () => {
  const plain = await pluginWorld({ rival: { register: shadow } }, [
    calls({ name: "todo", arguments: {} }),
    says("ok"),
  ]);
  const { answers } = await askPlugins(plain);
  expect(answers[0]).not.toBe("mine");
  expect(plain.notices()).toEqual(["Plugin rival: its tool todo was left out, the name belongs to a built-in tool"]);
  const allowed = await grantedWorld("rival", { capabilities: ["tools.override"], register: shadow }, [
    calls({ name: "todo", arguments: {} }),
    says("ok"),
  ]);
  expect((await askPlugins(allowed)).answers).toEqual(["mine"]);
});

test("a memory provider of a plugin recalls for the question, and its tools stand last", async () => {
  const register = `ctx.registerMemoryProvider(() => ({
    name: "attic",
    isAvailable: () => true,
    prefetch: async (query) => "The attic knows " + query,
    getToolSchemas: () => [{ name: "attic_look" }],
    handleToolCall: async () => "dust",
  }));`;
  const world = await pluginWorld(
    { attic: { manifest: { kind: "memory" }, register } },
    [{ ...says("ok"), expect: { last_contains: "The attic knows where is the lamp" } }],
    { moreConfig: "memory:\n  provider: attic\n" },
  );
  const { result } = await askPlugins(world, "where is the lamp");
  expect(result.final_response).toBe("ok");
  expect(world.agent.session.info.tools.at(-1)).toBe("attic_look");
});

test("a plugin's skills are called by its name", async () => {
  const skill = "---\nname: brew\ndescription: How to brew tea\n---\nBoil the water first.\n";
  const world = await pluginWorld(
    { tea: { register: 'ctx.registerSkillDir("skills");' } },
    [calls({ name: "skill_view", arguments: { name: "tea:brew" } }), says("ok")],
    { files: { "plugins/tea/skills/brew/SKILL.md": skill } },
  );
  const { answers } = await askPlugins(world);
  expect(answers[0]).toContain("Boil the water first.");
});

test("a plugin without its variables or with wrong settings is not loaded, and the line says which", async () => {
  const world = await pluginWorld(
    {
      a: { manifest: { requires_env: ["NOT_SET_ANYWHERE"] } },
      b: { manifest: { configSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } } },
    },
    [says("ok")],
  );
  await askPlugins(world);
  expect(world.notices()[0]).toBe("Plugin a was not loaded: these variables are not set: NOT_SET_ANYWHERE");
  expect(world.notices()[1]).toMatch(/^Plugin b was not loaded: plugins\.entries\.b: n: /);
});
