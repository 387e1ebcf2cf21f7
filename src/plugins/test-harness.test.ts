import { expect, test } from "vitest";
import { definePlugin } from "./plugin.ts";
import { clearRegistration } from "./registration.ts";
import { createHarness } from "./test-harness.ts";

const plugin = definePlugin({
  register(ctx) {
    ctx.registerTool({
      name: "greet",
      description: "Greets",
      parameters: { type: "object", properties: { who: { type: "string" } }, required: ["who"] },
      handler: ({ who }) => ({ text: `${String(ctx.config["word"])} ${String(who)}` }),
    });
    ctx.registerHook("pre_tool_call", ({ tool }) => (tool === "rm" ? { action: "block", message: "no" } : null));
    ctx.registerCommand({ name: "greet", summary: "Greets", run: () => "hi" });
    ctx.registerPlatform({ name: "pigeon" });
    ctx.onDispose(() => undefined);
  },
});

test("the harness calls tools, fires hooks and shows what was registered for surfaces", async () => {
  const { registered, callTool, fire } = await createHarness(plugin, { config: { word: "hello" } });
  expect(await callTool("greet", { who: "Ann" })).toBe('{"text":"hello Ann"}');
  expect(await callTool("greet", {})).toContain('"error":"who: ');
  expect(await fire("pre_tool_call", { tool: "rm", args: {} })).toEqual([{ action: "block", message: "no" }]);
  expect(registered.commands.map(({ name }) => name)).toEqual(["greet"]);
  expect(registered.platforms).toEqual([{ name: "pigeon" }]);
});

test("everything that was registered can be taken away, and nothing is registered afterwards", async () => {
  let late: (() => void) | null = null;
  const { registered } = await createHarness(
    definePlugin({
      register(ctx) {
        void plugin.register(ctx);
        late = () => ctx.registerCommand({ name: "late", summary: "", run: () => "" });
      },
    }),
  );
  expect(late).toThrow("registering is only possible while register runs");
  expect(clearRegistration(registered)).toHaveLength(1);
  const { plugin: _plugin, granted: _granted, closed: _closed, ...lists } = registered;
  expect(Object.values(lists).flat()).toEqual([]);
});

async function failing(register: Parameters<typeof definePlugin>[0]["register"]): Promise<string> {
  return createHarness(definePlugin({ register })).then(
    () => "",
    (error: unknown) => String(error),
  );
}

test("what a plugin registers by mistake is an error that names it", async () => {
  expect(await failing((ctx) => ctx.registerTool({ name: "no spaces", description: "", handler: () => "" }))).toContain(
    'a tool cannot be called "no spaces"',
  );
  expect(await failing((ctx) => ctx.registerPromptSection("x"))).toContain("prompt.section");
  expect(await failing((ctx) => ctx.registerSkillDir("../elsewhere"))).toContain("not a folder inside");
  expect(await failing((ctx) => ctx.registerHook("pre_tool_call", () => null, { matcher: "(" }))).toContain("(");
});
