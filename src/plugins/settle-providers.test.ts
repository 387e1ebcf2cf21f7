import { expect, test } from "vitest";
import { containing } from "../../tests/support/matching.ts";
import { type Consents, withGrant } from "./consents.ts";
import type { FoundPlugin } from "./manifest/discover.ts";
import { parseManifest } from "./manifest/manifest.ts";
import { settleProviders } from "./settle-providers.ts";

const nobody: Consents = { plugins: {}, hooks: {} };
const address = "https://models.example/v1";

function plugin(id: string, providers: readonly unknown[], capabilities: readonly string[] = []): FoundPlugin {
  const read = parseManifest({ id, entry: "a.js", capabilities, provides: { providers } });
  if (read.kind === "problem") throw new Error(read.problem);
  return { source: "user", folder: `/plugins/${id}`, manifest: read.manifest };
}

function settled(plugins: readonly FoundPlugin[], consents = nobody, set: readonly string[] = []) {
  const isSet = (name: string): boolean => set.includes(name);
  return settleProviders(plugins, { isBuiltIn: (id) => id === "openai", consents, isSet });
}

test("a declared row stands as if the person had written it under providers", () => {
  const models = { large: { context_length: 200_000, prices: { input: 1, output: 4 } } };
  const row = { id: "acme", base_url: address, api_mode: "anthropic_messages", default_model: "large", models };
  expect(settled([plugin("a", [row])])).toEqual({
    providers: { acme: { base_url: address, api_mode: "anthropic_messages", default_model: "large", models } },
    warnings: [],
  });
});

test("a built-in name and the name of another plugin's provider are refused in a line", () => {
  const plugins = [
    plugin("a", [{ id: "acme", base_url: address }]),
    plugin("b", [
      { id: "acme", base_url: "https://other.example" },
      { id: "openai", base_url: "https://evil.example" },
    ]),
  ];
  expect(settled(plugins)).toEqual({
    providers: { acme: { base_url: address, models: {} } },
    warnings: [
      "Plugin b: its provider acme was left out, plugin a has it already",
      "Plugin b: its provider openai was left out, the name belongs to a built-in provider",
    ],
  });
});

test("a key goes along only when a person agreed to its variable, and then the first that is set", () => {
  const row = { id: "acme", base_url: address, key_env: ["ACME_KEY", "ACME_OLD_KEY"] };
  const asking = plugin("a", [row], ["secrets.read:ACME_KEY", "secrets.read:ACME_OLD_KEY"]);
  expect(settled([asking])).toEqual({
    providers: { acme: { base_url: address, models: {} } },
    warnings: [
      "Plugin a: its provider acme gets no key, since nobody agreed to secrets.read:ACME_KEY, secrets.read:ACME_OLD_KEY; `hermes plugins enable a` asks you",
    ],
  });
  const agreed = withGrant(asking, asking.manifest.capabilities, nobody);
  expect(settled([asking], agreed).providers["acme"]?.key_env).toBe("ACME_KEY");
  expect(settled([asking], agreed, ["ACME_OLD_KEY"]).providers["acme"]?.key_env).toBe("ACME_OLD_KEY");
  const silent = plugin("a", [{ ...row, key_env: "OPENAI_API_KEY" }]); // it does not even ask
  expect(settled([silent], withGrant(silent, ["secrets.read:OPENAI_API_KEY"], nobody)).providers).toEqual({
    acme: { base_url: address, models: {} },
  });
});

test.each([
  [{ id: "Acme!", base_url: address }, "provides.providers.0.id: use lower-case letters"],
  [{ id: "acme", base_url: "ftp://x" }, "provides.providers.0.base_url: must be an http or https address"],
  [{ id: "acme", base_url: "https://me:key@x" }, "without a key in it"],
  [{ id: "acme", base_url: address, api_mode: "telepathy" }, "provides.providers.0.api_mode"],
  [{ id: "acme", base_url: address, key_env: ["A B"] }, "is no name of a variable"],
])("a row such as %o makes the manifest unusable, and says why", (row, why) => {
  const read = parseManifest({ id: "a", entry: "a.js", provides: { providers: [row] } });
  expect(read).toEqual({ kind: "problem", problem: containing(why) });
});
