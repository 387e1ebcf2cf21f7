import { expect, test } from "vitest";
import { providerWorld } from "../../../tests/support/provider-world.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { ProviderSettings, RuntimeChoice } from "../resolve/model-settings.ts";
import { rereadCredential } from "./reread-credential.ts";
import { seedKeys } from "./seed-keys.ts";

type Given = { readonly keys?: Record<string, string>; readonly providers?: Record<string, ProviderSettings> };

function seeded(
  choice: RuntimeChoice,
  given: Given,
  change: (runtime: Runtime) => Runtime = (same) => same,
): readonly string[] {
  const { runtime, inputs } = providerWorld(given);
  const sources = { providers: inputs.settings.providers, secret: inputs.secret };
  return seedKeys(change(runtime(choice)), sources).map(({ source, secret }) => `${source}=${secret.reveal()}`);
}

const mistral = { provider: "mistral", model: "m" };
const numbered = { MISTRAL_API_KEY: "1", MISTRAL_API_KEY_2: "2", MISTRAL_API_KEY_4: "4", MISTRAL_API_KEY_3: " " };

test("numbered variables are further keys; a gap or an empty one is none", () => {
  expect(seeded(mistral, { keys: numbered })).toEqual([
    "MISTRAL_API_KEY=1",
    "MISTRAL_API_KEY_2=2",
    "MISTRAL_API_KEY_4=4",
  ]);
});

test("a provider with several variables has the keys of all", () => {
  const keys = { GEMINI_API_KEY: "1", GOOGLE_API_KEY: "2", GOOGLE_API_KEY_2: "3" };
  expect(seeded({ provider: "gemini", model: "m" }, { keys })).toEqual([
    "GEMINI_API_KEY=1",
    "GOOGLE_API_KEY=2",
    "GOOGLE_API_KEY_2=3",
  ]);
});

test("keys written in the configuration come first, and then the environment of the provider is left alone", () => {
  const written = { api_key: "a", api_keys: ["b", "", "c"] };
  const keys = { ...numbered, MINE: "m", MINE_2: "n" };
  expect(seeded(mistral, { keys, providers: { mistral: written } })).toEqual([
    "providers.mistral.api_key=a",
    "providers.mistral.api_keys[0]=b",
    "providers.mistral.api_keys[2]=c",
  ]);
  expect(seeded(mistral, { keys, providers: { mistral: { api_keys: ["b"], key_env: "MINE" } } })).toEqual([
    "providers.mistral.api_keys[0]=b",
    "MINE=m",
    "MINE_2=n",
  ]);
});

const elsewhere = (runtime: Runtime): Runtime => ({ ...runtime, baseUrl: "https://evil.test/v1" });
const renamed = ({ credential, ...runtime }: Runtime): Runtime => ({
  ...runtime,
  credential: credential === null ? null : { ...credential, source: "fallback_providers[0].api_key" },
});

test("a key that is none of the provider's brings no siblings along, and no key needs no pool", () => {
  expect(seeded(mistral, { keys: numbered }, elsewhere)).toEqual([]);
  expect(seeded(mistral, { keys: numbered }, renamed)).toEqual([]);
  expect(seeded(mistral, { keys: numbered }, (runtime) => ({ ...runtime, credential: null }))).toEqual([]);
});

test("a pool is for one provider at one address", () => {
  const providers = { mine: { base_url: "https://mine.test/v1", api_keys: ["a", "b"] } };
  const { runtime, pools } = providerWorld({ keys: numbered, providers });
  const [own, other] = [runtime({ provider: "mine", model: "m" }), runtime(mistral)];
  const pool = pools.poolFor(own);
  expect([pool?.matches(own), pool?.matches(other)]).toEqual([true, false]);
  expect(pool?.matches({ ...own, baseUrl: "https://other.test/v1" })).toBe(false);
  expect(pools.poolFor(own)).toBe(pool);
});

test("a key outside any pool is read again where it came from, and only a new one is news", async () => {
  const keys = { MISTRAL_API_KEY: "old" };
  const { runtime } = providerWorld({ keys });
  const refresh = rereadCredential((same) => ({
    kind: "ok",
    value: runtime({ provider: same.provider, model: same.model }),
  }));
  const start = runtime(mistral);
  const signal = new AbortController().signal;
  expect(await refresh(start, signal)).toBeNull();
  keys.MISTRAL_API_KEY = "new";
  expect((await refresh(start, signal))?.credential?.secret.reveal()).toBe("new");
  expect(await refresh({ ...start, baseUrl: "https://elsewhere.test/v1" }, signal)).toBeNull();
});
