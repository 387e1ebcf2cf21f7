import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, type Machine, newMachine } from "../support/hermes-process.ts";
import { containing } from "../support/matching.ts";
import { enabled, pluginFiles } from "../support/plugin-files.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const key = "acme-key-0123456789abcdef";
const env = { ACME_KEY: key };
const models = ["acme-large", "acme-small"];

function acme(url: string, more: Readonly<Record<string, unknown>> = {}) {
  const row = { id: "acme", base_url: `${url}/v1`, api_mode: "chat_completions", key_env: "ACME_KEY", ...more };
  return { kind: "provider", capabilities: ["secrets.read:ACME_KEY"], provides: { providers: [row] } };
}

/** As `plugins enable` leaves it after a yes. */
async function agree(machine: Machine, id: string): Promise<void> {
  const folder = join(machine.home, "plugins", id);
  const { consentBook, withGrant } = await import("../../src/plugins/consents.ts");
  const { readPluginFolder } = await import("../../src/plugins/manifest/read-folder.ts");
  const read = await readPluginFolder(folder);
  if (read?.kind !== "manifest") throw new Error("no manifest");
  const { manifest } = read;
  consentBook(machine.home).change((all) => withGrant({ folder, manifest }, manifest.capabilities, all));
}

test("a provider of a plugin is used by its name, with the key a person agreed to, and before its code runs", async () => {
  await using server = await serveScenario({ api_key: key, models, steps: [{ reply: { text: "from acme" } }] });
  const plugin = { manifest: acme(server.url, { default_model: "acme-large" }), entry: "throw new Error('broken');\n" };
  const machine = newMachine({ "config.yaml": enabled("own"), ...pluginFiles({ own: plugin }) });
  await agree(machine, "own");
  const { code, out, err } = await hermes(machine, ["run", "--provider", "acme", "hello"], { env });
  expect({ code, out }).toEqual({ code: 0, out: "from acme\n" });
  expect(err).toContain("Plugin own was not loaded: broken");
  expect(server.simulator.requests[0]?.body).toMatchObject({ model: "acme-large" });
});

test("it can be the provider of the configuration, and what stands there under its name comes first", async () => {
  await using server = await serveScenario({ models, steps: [{ reply: { text: "configured" } }] });
  const files = pluginFiles({ own: { manifest: acme("http://127.0.0.1:1", { default_model: "acme-large" }) } });
  const own = `providers:\n  acme:\n    base_url: ${server.url}/v1\n    key_env: ACME_KEY\n`;
  const config = `model:\n  provider: acme\n  default: acme-small\n${own}${enabled("own")}`;
  const machine = newMachine({ "config.yaml": config, ...files });
  expect(await hermes(machine, ["run", "hello"], { env })).toMatchObject({ code: 0, out: "configured\n" });
  expect(server.simulator.requests[0]?.body).toMatchObject({ model: "acme-small" });
});

test("`hermes status` knows a provider that a plugin brings, and makes nothing of it run", async () => {
  const row = acme("http://127.0.0.1:1", { default_model: "acme-large" });
  const files = pluginFiles({ own: { manifest: row, entry: "throw new Error('ran');\n" } });
  const machine = newMachine({ "config.yaml": `model:\n  provider: acme\n${enabled("own")}`, ...files });
  await agree(machine, "own");
  const { code, out } = await hermes(machine, ["status", "--json"], { env });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    model: { kind: "ready", model: "acme-large", provider: "acme", endpoint: "http://127.0.0.1:1/v1" },
  });
});

test("one that is not enabled is unknown; without consent no key is sent; a built-in name is refused", async () => {
  await using server = await serveScenario({ api_key: key, models, steps: [{ reply: { text: "never" } }] });
  const files = pluginFiles({
    own: { manifest: acme(server.url, { default_model: "acme-large" }) },
    posing: { manifest: acme(server.url, { id: "anthropic" }) },
  });
  const off = await hermes(newMachine({ "config.yaml": "{}", ...files }), ["run", "--provider", "acme", "x"], { env });
  expect({ code: off.code, err: off.err }).toEqual({ code: 2, err: containing("acme") });
  const on = newMachine({ "config.yaml": enabled("own", "posing"), ...files });
  const asked = await hermes(on, ["run", "--provider", "acme", "x"], { env });
  expect(asked.code).not.toBe(0);
  expect(asked.err).toContain(
    "Plugin own: its provider acme gets no key, since nobody agreed to secrets.read:ACME_KEY",
  );
  expect(asked.err).toContain(
    "Plugin posing: its provider anthropic was left out, the name belongs to a built-in provider",
  );
});

test("code that registers a provider its manifest does not declare is refused with the reason", async () => {
  await using server = await serveScenario({ models, steps: [{ reply: { text: "ok" } }] });
  const register = 'ctx.registerProvider({ name: "surprise", base_url: "https://x" });';
  const manifest = { ...acme(server.url, { default_model: "acme-large", key_env: [] }), capabilities: [] };
  const machine = newMachine({
    "config.yaml": enabled("late", "own"),
    ...pluginFiles({ late: { register }, own: { manifest, register: 'ctx.registerProvider({ name: "acme" });' } }),
  });
  const { code, err } = await hermes(machine, ["run", "--provider", "acme", "x"], { env });
  expect(code).toBe(0);
  expect(err).toContain(
    'Plugin late was not loaded: registerProvider: "surprise" does not stand in provides.providers of the manifest',
  );
  expect(err).not.toContain("Plugin own");
});
