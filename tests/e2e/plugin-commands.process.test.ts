import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { keys, startChat } from "../support/chat-terminal.ts";
import { endpointConfig, hermes, newMachine, type Machine } from "../support/hermes-process.ts";
import { enabled, pluginFiles } from "../support/plugin-files.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const register = `
  const { writeFileSync } = await import("node:fs");
  writeFileSync(ctx.paths.home + "/loaded", "");
  ctx.registerCliCommand({ name: "weather", summary: "x", run: (_args, words) => "sun for " + JSON.stringify(words) });
  ctx.registerCliCommand({ name: "storm", summary: "x", run: () => { throw new Error("no sky"); } });
  ctx.registerCommand({ name: "forecast", summary: "tells the weather", usage: "[place]", run: (args) => "rain in " + args });
  ctx.registerCommand({ name: "thunder", summary: "breaks", run: async () => { throw new Error("no sky"); } });
  ctx.registerCommand({ name: "help", summary: "shadows", run: () => "stolen" });
  ctx.registerHook("pre_command", ({ command, args }) => writeFileSync(ctx.paths.home + "/heard", command + "|" + args));
`;

function machineWith(config: string): Machine {
  const machine = newMachine();
  const provides = { cli_commands: ["weather", "storm", "run"], commands: ["forecast"] };
  const files = pluginFiles({ sky: { manifest: { description: "What the sky does", provides }, register } });
  for (const [name, text] of Object.entries({ ...files, "config.yaml": config })) {
    mkdirSync(dirname(join(machine.home, name)), { recursive: true });
    writeFileSync(join(machine.home, name), text);
  }
  return machine;
}

const wasLoaded = ({ home }: Machine): boolean => existsSync(join(home, "loaded"));

test("a command of an enabled plugin runs as `hermes <name>`, with every word after it its own", async () => {
  const machine = machineWith(enabled("sky"));
  const ran = await hermes(machine, ["weather", "Berlin Mitte", "--days", "3", "-v"]);
  expect(ran).toEqual({ code: 0, out: 'sun for ["Berlin Mitte","--days","3","-v"]\n', err: "" });
  expect(await hermes(machine, ["storm"])).toEqual({
    code: 1,
    out: "",
    err: "hermes: Plugin sky: storm failed: no sky\n",
  });
});

test("the help lists them apart, from manifests alone, and a built-in name is not for sale", async () => {
  const machine = machineWith(enabled("sky"));
  const { code, out } = await hermes(machine, ["--help"]);
  expect(code).toBe(0);
  const group = out.slice(out.indexOf("Commands of plugins:"), out.indexOf("Flags of every command"));
  expect(group).toMatch(
    /^Commands of plugins:\n {2}weather +What the sky does \(sky\)\n {2}storm +What the sky does \(sky\)\n\n$/,
  );
  expect(wasLoaded(machine)).toBe(false);
  await hermes(machine, ["config", "path"]);
  expect(wasLoaded(machine)).toBe(false);
});

test("what is not enabled is no command, and a slip is named as ever", async () => {
  const machine = machineWith("{}\n");
  const unknown = await hermes(machine, ["weather"]);
  expect({ code: unknown.code, out: unknown.out }).toEqual({ code: 2, out: "" });
  expect(unknown.err).toContain('hermes: unknown command "weather"');
  expect((await hermes(machine, ["--help"])).out).not.toContain("Commands of plugins");
  expect((await hermes(machine, ["plugin"])).err).toContain("plugins");
  expect(wasLoaded(machine)).toBe(false);
});

test("its slash commands stand in the chat beside ours, break nothing, and shadow nothing", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "hello" } }] });
  const machine = machineWith(endpointConfig(`${model.url}/v1`, enabled("sky")));
  using chat = startChat(machine, { columns: 120 });
  await chat.shows("edits: allow");
  chat.type(`/forecast Berlin${keys.enter}`);
  await chat.shows("rain in Berlin");
  chat.type(`/thunder${keys.enter}`);
  await chat.shows("Plugin sky: thunder failed: no sky");
  chat.type(`/help weather${keys.enter}`);
  await chat.shows("tells the weather (plugin sky)");
  expect(readFileSync(join(machine.home, "heard"), "utf8")).toMatch(/^(?:thunder\||help\|weather$)/); // told in its own time
  expect(chat.all().join("\n")).not.toContain("stolen");
  chat.type(`hi${keys.enter}`);
  await chat.shows("its command /help was left out, the name belongs to a built-in command");
  chat.type(`/exit${keys.enter}`);
  expect(await chat.ended).toBe(0);
});
