import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpointConfig, hermes, newMachine } from "../support/hermes-process.ts";
import { enabled, pluginFiles } from "../support/plugin-files.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const weather = { reply: { text: "", tool_calls: [{ name: "weather", arguments: { place: "Oslo" } }] } };
const done = { reply: { text: "Grey." } };

const typed = `import { definePlugin, type PluginContext } from "hermes/plugin-sdk";

type Place = { readonly place: string };

export default definePlugin({
  register(ctx: PluginContext): void {
    ctx.registerTool({
      name: "weather",
      description: "Weather of a place",
      parameters: { type: "object", properties: { place: { type: "string" } } },
      handler: (args) => ({ sky: "grey over " + (args as Place).place }),
    });
  },
});
`;

async function run(files: Readonly<Record<string, string>>, ids: readonly string[], steps = [weather, done]) {
  const server = await serveScenario({ steps });
  const config = endpointConfig(`${server.url}/v1`, enabled(...ids));
  const machine = newMachine({ "config.yaml": config, ...files });
  const ended = await hermes(machine, ["run", "weather?"], { env: { OPENAI_API_KEY: "sk-simulated-key-000000" } });
  const log = readFileSync(join(machine.home, "logs", "agent.log"), "utf8");
  const requests = server.simulator.requests.map(({ body }) => JSON.stringify(body));
  await server[Symbol.asyncDispose]();
  return { ...ended, log, requests };
}

test("[SF-P9] a blocking hook is named, TypeScript of the user's runs without a build, from npm it is refused", async () => {
  const blocks = `ctx.registerHook("pre_tool_call", () => { const until = Date.now() + 3000; while (Date.now() < until); });`;
  const typedPlugin = { manifest: { entry: "index.ts" }, entry: typed };
  const files = pluginFiles({
    "a-slow": { register: blocks },
    "b-typed": typedPlugin,
    "c-packed": { ...typedPlugin, folder: "plugins/node_modules/c-packed" },
  });
  const { code, out, err, log, requests } = await run(files, ["a-slow", "b-typed", "c-packed"]);
  expect({ code, out: out.trim() }).toEqual({ code: 0, out: "Grey." });
  expect(requests.at(-1)).toContain("grey over Oslo");
  expect(err).toMatch(/Plugin a-slow, hook pre_tool_call blocked the program for 3(\.\d)? s/);
  expect(err).toContain(
    "Plugin c-packed was not loaded: entry: index.ts is TypeScript, but plugins from npm ship JavaScript",
  );
  const stalled = log.split("\n").filter((line) => line.includes('"plugin.stalled"')); // written while it stood still
  expect(stalled).toHaveLength(1);
  expect(stalled[0]).toContain("Plugin a-slow, hook pre_tool_call");
});

test("a plugin that never finishes registering does not keep the program from starting for ever", async () => {
  const files = pluginFiles({ hangs: { register: "await new Promise(() => {});" } });
  const { code, out, err } = await run(files, ["hangs"], [done]);
  expect({ code, out: out.trim() }).toEqual({ code: 0, out: "Grey." });
  expect(err).toContain("Plugin hangs was not loaded: register did not finish within 10 s");
});
