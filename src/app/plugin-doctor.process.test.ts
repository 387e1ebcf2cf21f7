import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commandCall } from "../../tests/support/command-call.ts";
import { enabled, pluginFiles } from "../../tests/support/plugin-files.ts";
import { pluginsCommandRuns } from "./plugins-command.ts";

const { doctor } = pluginsCommandRuns();

function homeWith(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), "hermes-doctor-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return home;
}

test("the doctor of plugins names broken manifests, failing imports, missing variables and promises not kept", async () => {
  const home = homeWith({
    "config.yaml": enabled("fine", "throws", "unset", "promises", "ghost", "future"),
    ...pluginFiles({
      fine: { register: 'ctx.registerTool({ name: "fine_tool", description: "x", handler: () => "x" });' },
      throws: { entry: 'import "./nowhere.mjs";\n' },
      unset: { manifest: { requires_env: ["NOBODY_SET_THIS"] } },
      promises: { manifest: { provides: { commands: ["forecast"] } } },
      future: { manifest: { apiVersion: "^9" } },
      idle: { manifest: { entry: "gone/away.mjs" }, entry: "" },
    }),
  });
  const { code, out, err } = await commandCall(doctor, { home });
  expect({ code, err }).toEqual({ code: 1, err: "" });
  const lines = out.trim().split("\n");
  expect(lines).toContainEqual(expect.stringMatching(/^problem {2}throws: Cannot find module .*nowhere\.mjs/));
  expect(lines).toContain("problem  unset: these variables are not set: NOBODY_SET_THIS");
  expect(lines).toContain('problem  plugins.enabled names "ghost", but no plugin of that id is installed');
  expect(lines).toContainEqual(expect.stringMatching(/^problem .*future was skipped: apiVersion: it needs \^9/));
  expect(lines).toContain("warning  promises: its manifest promises forecast, but it does not register it");
  expect(lines).toContain("ok       fine: 1.0.0 from user loads");
  expect(lines.at(-1)).toBe("4 problems, 1 warning");
});

/** A slash command of this name, and always the same command of the program. */
function registers(name: string): string {
  return `ctx.registerCommand({ name: "${name}", summary: "x", run: () => "x" });
    ctx.registerCliCommand({ name: "weather", summary: "x", run: () => "x" });`;
}

test("names that are taken are told, and so is a version nobody recorded", async () => {
  const home = homeWith({
    "config.yaml": enabled("first", "second"),
    "plugins/installed.json": JSON.stringify({ first: { from: "path", spec: "/x", version: "0.9.0" } }),
    ...pluginFiles({ first: { register: registers("help") }, second: { register: registers("forecast") } }),
  });
  const { code, out } = await commandCall(doctor, { home, flags: { json: true } });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual([
    { level: "warning", about: "first", text: "it was installed as 0.9.0, its manifest says 1.0.0" },
    { level: "problem", about: "first", text: "the command /help has the name of a built-in one and is left out" },
    { level: "problem", about: "second", text: "the command hermes weather is already registered by first" },
  ]);
});

const registersOwl = `ctx.registerPlatform({ name: "owl", capabilities: { maxLength: 9 }, connect: async () => {},
  disconnect: () => {}, send: async () => ({ ok: true, messageId: null }) });`;

test("platforms and providers that two plugins bring are told, and what the manifest does not say", async () => {
  const acme = { id: "acme", base_url: "https://models.example/v1" };
  const provides = { platforms: ["owl"], providers: [acme] };
  const home = homeWith({
    "config.yaml": enabled("first", "second", "third", "fourth"),
    ...pluginFiles({
      first: { manifest: { provides }, register: registersOwl },
      second: { manifest: { provides: { providers: [acme, { ...acme, id: "openai" }] } }, register: registersOwl },
      third: { manifest: { provides: { platforms: ["raven"] } } },
      fourth: { register: "ctx.registerPlatform({ name: 'crow' });" },
    }),
  });
  const { code, out } = await commandCall(doctor, { home });
  expect(code).toBe(1);
  expect(out.trim().split("\n")).toEqual([
    expect.stringMatching(/^problem {2}fourth: registerPlatform: plugin fourth, platform "crow": capabilities: /),
    "problem  second: the platform owl is already registered by first",
    "problem  second: the provider acme is already registered by first",
    "problem  second: the provider openai has the name of a built-in one and is left out",
    "warning  second: it registers the platform owl, which does not stand in provides.platforms of its manifest",
    "warning  third: its manifest promises raven, but it does not register it",
    "ok       first: 1.0.0 from user loads, brings the platform owl",
    "4 problems, 2 warnings",
  ]);
});

test("what is not enabled is looked at and never run", async () => {
  const ran = join(mkdtempSync(join(tmpdir(), "hermes-ran-")), "ran");
  const entry = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(ran)}, ""); export default {};`;
  const home = homeWith({ "config.yaml": "{}\n", ...pluginFiles({ idle: { entry } }) });
  expect(await commandCall(doctor, { home })).toEqual({
    code: 0,
    out: "Nothing is installed or enabled, so there is nothing to examine.\n",
    err: "",
  });
  expect(existsSync(ran)).toBe(false);
});
