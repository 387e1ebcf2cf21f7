import { expect, test } from "vitest";
import type { Platform, PlatformLink } from "../domain/platform.ts";
import { definePlugin } from "./plugin.ts";
import { clearRegistration } from "./registration.ts";
import { createHarness } from "./test-harness.ts";

/** Brings every answer back as a message. */
function pigeon(): Platform {
  let link: PlatformLink | null = null;
  return {
    name: "pigeon",
    capabilities: { maxLength: 20 },
    connect: async (given) => void (link = given),
    disconnect: () => link?.lost({ message: "flown away", retryable: true }),
    send: async ({ chatId }, text) => {
      link?.message({ chatId, chatType: "dm", messageId: "1", userId: String(link.settings["owner"]), text });
      return { ok: true, messageId: null };
    },
  };
}

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
    ctx.registerPlatform(pigeon());
    ctx.onDispose(() => undefined);
  },
});

test("the harness calls tools, fires hooks and shows what was registered for surfaces", async () => {
  const { registered, callTool, fire } = await createHarness(plugin, { config: { word: "hello" } });
  expect(await callTool("greet", { who: "Ann" })).toBe('{"text":"hello Ann"}');
  expect(await callTool("greet", {})).toContain('"error":"who: ');
  expect(await fire("pre_tool_call", { tool: "rm", args: {} })).toEqual([{ action: "block", message: "no" }]);
  expect(registered.commands.map(({ name }) => name)).toEqual(["greet"]);
  expect(registered.platforms.map(({ name }) => name)).toEqual(["pigeon"]);
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

test("the harness plays the gateway for a platform: it connects, sends, and gets what comes through the link", async () => {
  const { platform } = await createHarness(plugin);
  const bench = platform("pigeon", { owner: "ann" });
  await bench.connect();
  const later = bench.message(); // asked for before it is there
  expect(await bench.send("loft", "coo")).toEqual({ ok: true, messageId: null });
  expect(await later).toEqual({ chatId: "loft", chatType: "dm", messageId: "1", userId: "ann", text: "coo" });
  await bench.disconnect();
  expect(await bench.lost()).toEqual({ message: "flown away", retryable: true });
  expect(() => platform("raven")).toThrow("no platform raven is registered");
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
