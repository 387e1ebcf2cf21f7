import { expect, test } from "vitest";
import type { Runtime } from "../domain/runtime.ts";
import { cacheStatusLine } from "./cache-status-line.ts";
import { resolveApiMode } from "./resolve/api-mode.ts";
import type { ModelSettings, ProviderSettings, RuntimeChoice, RuntimeProblem } from "./resolve/model-settings.ts";
import { resolveRuntime } from "./resolve-runtime.ts";

type Case = {
  readonly choice?: RuntimeChoice;
  readonly model?: Partial<ModelSettings["model"]>;
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  readonly environment?: { readonly model: string | null; readonly provider: string | null };
  readonly keys?: Readonly<Record<string, string>>;
};

const unsaid: ModelSettings["model"] = {
  default: "",
  provider: "auto",
  base_url: "",
  api_mode: "auto",
  context_length: "auto",
  aliases: {},
};

function resolve({ choice = {}, model = {}, providers = {}, environment, keys = {} }: Case): Runtime | RuntimeProblem {
  const resolution = resolveRuntime({
    choice,
    settings: { model: { ...unsaid, ...model }, providers },
    environment: environment ?? { model: null, provider: null },
    secret: (name) => keys[name] ?? null,
  });
  return resolution.kind === "ok" ? resolution.value : resolution.problem;
}

function runtime(given: Case): Runtime {
  const found = resolve(given);
  if ("exitCode" in found) throw new Error(found.message);
  return found;
}

const route = (given: Case): string => {
  const { provider, model, apiMode, credential } = runtime(given);
  return [provider, model, apiMode, credential?.source ?? "no key"].join(" ");
};

const both = { ANTHROPIC_API_KEY: "a-key", OPENROUTER_API_KEY: "r-key" };

const mode = (baseUrl: string): string =>
  resolveApiMode({ explicit: null, provider: "custom", baseUrl, model: "claude-sonnet-5" });

test("[AL-D01] the host decides the format, and a host that only begins like it does not", () => {
  expect(mode("https://api.anthropic.com")).toBe("anthropic_messages");
  expect(mode("https://api.anthropic.com.evil.test")).toBe("chat_completions");
  expect(mode("https://evil.test/api.anthropic.com")).toBe("chat_completions");
  expect(mode("https://gateway.test/anthropic/")).toBe("anthropic_messages");
  expect(mode("https://gateway.test/not-anthropic")).toBe("chat_completions");
  const found = runtime({ model: { default: "claude-sonnet-5", base_url: "https://api.anthropic.com" } });
  expect([found.apiMode, found.provider, found.traits.official]).toEqual(["anthropic_messages", "custom", true]);
});

test("[AL-D02] a format the user names beats the provider's own", () => {
  const choice = { provider: "anthropic", model: "claude-sonnet-5", apiMode: "chat_completions" } as const;
  const found = runtime({ choice, keys: both });
  expect([found.apiMode, found.credential?.scheme]).toEqual(["chat_completions", "bearer"]);
  expect(runtime({ choice: { ...choice, apiMode: undefined }, keys: both }).apiMode).toBe("anthropic_messages");
});

test.each([
  ["openai-codex", "https://chatgpt.com/backend-api/codex", "gpt-5.6", "codex_responses"],
  ["xai", "https://api.x.ai/v1", "grok-4", "codex_responses"],
  ["openai", "https://api.openai.com/v1", "gpt-4o", "codex_responses"],
  ["custom", "https://chatgpt.com/backend-api/codex", "x", "codex_responses"],
  ["custom", "https://chatgpt.com/backend-api/codexes", "x", "chat_completions"],
  ["openrouter", "https://openrouter.ai/api/v1", "openai/gpt-5.6", "codex_responses"],
  ["openrouter", "https://openrouter.ai/api/v1", "openai/gpt-4o", "chat_completions"],
  ["nous", "https://inference-api.nousresearch.com/v1", "openai/gpt-5.6", "chat_completions"],
  ["custom", "https://relay.test/v1", "gpt-5.6", "chat_completions"],
  ["mine", "https://relay.test/v1", "gpt-5.6", "codex_responses"],
  ["mine", "https://mine.openai.azure.com/openai/v1", "gpt-5.6", "chat_completions"],
  ["mine", "https://api.openai.com.evil.test/v1", "x", "chat_completions"],
])("%s at %s with %s speaks the format it should", (provider, baseUrl, model, format) => {
  expect(resolveApiMode({ explicit: null, provider, baseUrl, model })).toBe(format);
});

test("flags come before the configuration, the configuration before the environment", () => {
  const environment = { model: "grok-4", provider: "xai" };
  const keys = { ...both, XAI_API_KEY: "x", DEEPSEEK_API_KEY: "d" };
  expect(route({ environment, keys })).toBe("xai grok-4 codex_responses XAI_API_KEY");
  const model = { default: "deepseek-chat", provider: "deepseek" };
  expect(route({ model, environment, keys })).toBe("deepseek deepseek-chat chat_completions DEEPSEEK_API_KEY");
  expect(route({ choice: { model: "deepseek-reasoner" }, model, environment, keys })).toBe(
    "deepseek deepseek-reasoner chat_completions DEEPSEEK_API_KEY",
  );
});

test.each<readonly [words: string, given: Case, route: string]>([
  ["claude-sonnet-5", { keys: both }, "anthropic claude-sonnet-5 anthropic_messages ANTHROPIC_API_KEY"],
  ["anthropic/claude-sonnet-5", { keys: both }, "anthropic claude-sonnet-5 anthropic_messages ANTHROPIC_API_KEY"],
  [
    "anthropic/claude-sonnet-5",
    { keys: { OPENROUTER_API_KEY: "r" } },
    "openrouter anthropic/claude-sonnet-5 chat_completions OPENROUTER_API_KEY",
  ],
  [
    "anthropic/claude-sonnet-5",
    { model: { provider: "openrouter" }, keys: both },
    "openrouter anthropic/claude-sonnet-5 chat_completions OPENROUTER_API_KEY",
  ],
  [
    "anthropic/claude-sonnet-5",
    { model: { provider: "deepseek" }, keys: both },
    "anthropic claude-sonnet-5 anthropic_messages ANTHROPIC_API_KEY",
  ],
  [
    "openrouter/auto",
    { model: { provider: "openrouter" }, keys: both },
    "openrouter openrouter/auto chat_completions OPENROUTER_API_KEY",
  ],
  ["openrouter/z-ai/glm-5", { keys: both }, "openrouter z-ai/glm-5 chat_completions OPENROUTER_API_KEY"],
  ["z-ai/glm-5", { keys: both }, "openrouter z-ai/glm-5 chat_completions OPENROUTER_API_KEY"],
  ["ollama/qwen3", {}, "ollama qwen3 chat_completions no key"],
  ["lab/qwen3", { providers: { lab: { base_url: "http://10.0.0.8/v1" } } }, "lab qwen3 chat_completions no key"],
  ["FAST", { model: { aliases: { fast: "ollama/qwen3:4b" } } }, "ollama qwen3:4b chat_completions no key"],
  [
    "best",
    { model: { aliases: { best: "openrouter/anthropic/claude-opus-5" } }, keys: both },
    "openrouter anthropic/claude-opus-5 chat_completions OPENROUTER_API_KEY",
  ],
])("the words %s find their route", (words, given, expected) => {
  expect(route({ ...given, choice: { model: words } })).toBe(expected);
});

test("a provider named without a model takes its default, the user's before the catalogue's", () => {
  const model = { default: "claude-sonnet-5", provider: "anthropic" };
  expect(route({ choice: { provider: "demo" }, model })).toBe("demo demo chat_completions no key");
  const providers = { ollama: { default_model: "qwen3" } };
  expect(route({ choice: { provider: "ollama" }, model, providers })).toBe("ollama qwen3 chat_completions no key");
  expect(route({ choice: { provider: "claude" }, model, keys: both })).toContain("anthropic claude-sonnet-5");
  expect(resolve({ choice: { provider: "vllm" }, model })).toEqual({
    kind: "no-default-model",
    exitCode: 2,
    message:
      "Provider vllm has no default model. Name one with --model, or: hermes config set providers.vllm.default_model <model>",
  });
});

test("nothing configured, a missing key, a mistyped provider and a bad address each say what to do", () => {
  expect(resolve({})).toMatchObject({ kind: "no-model", exitCode: 3 });
  expect(resolve({ choice: { model: "gemini-3-pro" } })).toEqual({
    kind: "no-credential",
    exitCode: 3,
    message: "No API key for gemini. Set GEMINI_API_KEY or GOOGLE_API_KEY: hermes config set GEMINI_API_KEY <key>",
  });
  expect(resolve({ choice: { provider: "openroter", model: "x" } })).toEqual({
    kind: "unknown-provider",
    exitCode: 2,
    message: "Unknown provider: openroter. Did you mean openrouter?",
  });
  expect(resolve({ choice: { provider: "custom", model: "x" } })).toMatchObject({ kind: "bad-url", exitCode: 2 });
  const at = (base_url: string): unknown => resolve({ model: { default: "x", base_url } });
  expect(at("localhost:8080")).toMatchObject({ kind: "bad-url" });
  expect(at("not an address")).toMatchObject({ kind: "bad-url" });
  expect(at("file:///etc/passwd")).toMatchObject({ kind: "bad-url" });
  expect(JSON.stringify(at("https://me:hidden@host.test/v1"))).not.toContain("hidden");
});

test("a key found by the provider's variable never leaves the provider's origin", () => {
  const keys = { OPENAI_API_KEY: "o-key" };
  const at = (base_url: string): Runtime | RuntimeProblem =>
    resolve({ model: { default: "gpt-4o", provider: "openai", base_url }, keys });
  expect(at("https://api.openai.com/v1")).toMatchObject({ credential: { source: "OPENAI_API_KEY" } });
  for (const elsewhere of [
    "https://api.openai.com.evil.test/v1",
    "https://evil.test/api.openai.com/v1",
    "http://api.openai.com/v1", // in the clear
    "https://api.openai.com:8443/v1",
  ]) {
    expect(at(elsewhere)).toMatchObject({ kind: "no-credential", exitCode: 3 });
  }
  expect(at("http://localhost:8080/v1")).toMatchObject({ credential: null });
  expect(route({ model: { default: "gpt-4o", base_url: "https://relay.test/v1" }, keys })).toBe(
    "custom gpt-4o chat_completions no key",
  );
});

test("a key written for the provider's entry goes where the entry points", () => {
  const model = { default: "gpt-4o", provider: "openai", base_url: "https://relay.test/v1" };
  const written = runtime({ model, providers: { openai: { api_key: "my-key" } } });
  expect([written.credential?.secret.reveal(), written.credential?.source]).toEqual([
    "my-key",
    "providers.openai.api_key",
  ]);
  expect(JSON.stringify(written)).not.toContain("my-key");
  const providers = { openai: { key_env: "RELAY_KEY" } };
  expect(runtime({ model, providers, keys: { RELAY_KEY: "r" } }).credential?.source).toBe("RELAY_KEY");
  expect(resolve({ model, providers, keys: { OPENAI_API_KEY: "o" } })).toMatchObject({
    kind: "no-credential",
    message: "No API key for openai. Set RELAY_KEY: hermes config set RELAY_KEY <key>",
  });
});

test("the address under model belongs to the configured provider only", () => {
  const model = { default: "gpt-4o", provider: "openai", base_url: "https://relay.test/v1" };
  expect(runtime({ choice: { model: "claude-sonnet-5", provider: "anthropic" }, model, keys: both }).baseUrl).toBe(
    "https://api.anthropic.com/v1",
  );
});

test("a runtime is described whole", () => {
  const { credential, ...found } = runtime({
    model: { default: "anthropic/claude-sonnet-5", provider: "openrouter", context_length: 300_000 },
    providers: {
      openrouter: {
        extra_headers: { "x-title": "mine" },
        request_timeout_seconds: 600,
        models: { "anthropic/claude-sonnet-5": { stale_timeout_seconds: 90, max_tokens: 9_000 } },
      },
    },
    keys: both,
  });
  expect(credential).toMatchObject({ source: "OPENROUTER_API_KEY", scheme: "bearer" });
  expect(found).toEqual({
    provider: "openrouter",
    model: "anthropic/claude-sonnet-5",
    baseUrl: "https://openrouter.ai/api/v1",
    apiMode: "chat_completions",
    headers: { "x-title": "mine" },
    traits: {
      official: false,
      reasoningEcho: "copy",
      reasoningParameter: true,
      outputCapKey: "max_tokens",
      caching: { kind: "markers", layout: "envelope", source: "Claude via OpenRouter" },
      vision: true,
      streaming: true,
      local: false,
      keepDotsInModel: false,
      aggregator: true,
    },
    contextLength: 300_000,
    maxOutput: 9_000,
    timeouts: { requestMs: 600_000, staleMs: 90_000, streamReadMs: null },
    prices: { input: 2, output: 10, cache_read: 0.2, cache_write: 2.5, cache_write_1h: 4 },
    minCacheable: 1_024,
    statedWindow: true,
  });
});

test("prices are the listed ones where the vendor bills, the person's own before them, and else unknown", () => {
  const keys = { ...both, GROQ_API_KEY: "g" };
  const prices = (model: string, more: Parameters<typeof runtime>[0] = {}) =>
    runtime({ choice: { model }, keys, ...more }).prices;
  expect(prices("openai/gpt-5-mini")).toMatchObject({ input: 0.25, output: 2, cache_read: 0.025 });
  expect(prices("anthropic/claude-opus-5.5")).toMatchObject({ input: 4, cache_read: 0.2, cache_write_1h: 8 });
  expect(prices("groq/llama-4")).toBeUndefined();
  const own = { openai: { models: { "gpt-5": { prices: { input: 1, output: 2 } } } } };
  const choice = { model: "gpt-5", provider: "openai" };
  const keyed = { ...keys, OPENAI_API_KEY: "o" };
  expect(runtime({ choice, keys: keyed, providers: own }).prices).toEqual({
    input: 1,
    output: 2,
    cache_read: 1,
    cache_write: 1,
  });
});

test("reasoning goes back to those who insist on it, and to aggregators", () => {
  const keys = { ...both, DEEPSEEK_API_KEY: "d", GROQ_API_KEY: "g" };
  const echo = (model: string, settings: Partial<ModelSettings["model"]> = {}): string =>
    runtime({ choice: { model }, model: settings, keys }).traits.reasoningEcho;
  expect(echo("deepseek/deepseek-chat")).toBe("pad");
  expect(echo("openrouter/moonshotai/kimi-k3")).toBe("pad");
  expect(echo("openrouter/z-ai/glm-5")).toBe("copy");
  expect(echo("groq/llama-4")).toBe("off");
  expect(echo("groq/llama-4", { reasoning_echo: true })).toBe("copy");
});

test("the status line names who caches, for how long, or why nobody does", () => {
  const line = (model: string, providers: Case["providers"] = {}): string =>
    cacheStatusLine(runtime({ choice: { model }, providers, keys: { ...both, OPENAI_API_KEY: "o" } }), "5m");
  expect(line("anthropic/claude-opus-5")).toBe("💾 Prompt caching: ENABLED (native Anthropic, 5m TTL)");
  expect(line("openrouter/anthropic/claude-opus-5")).toBe("💾 Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)");
  expect(line("openai/gpt-5.6")).toBe("💾 Prompt caching: ENABLED (automatic (OpenAI))");
  expect(line("ollama/qwen3")).toBe("💾 Prompt caching: DISABLED (Ollama is not known to cache this model)");
  const lab = { base_url: "https://lab.test/anthropic" };
  expect(line("lab/claude-opus-5", { lab })).toBe("💾 Prompt caching: ENABLED (Anthropic-compatible endpoint, 5m TTL)");
  const off = { ...lab, models: { "claude-opus-5": { prompt_caching: false } } };
  expect(line("lab/claude-opus-5", { lab: off })).toContain("DISABLED");
  const native = runtime({ choice: { model: "claude-opus-5" }, keys: both });
  expect(cacheStatusLine(native, null)).toBe("💾 Prompt caching: DISABLED (switched off in config.yaml)");
});

test("[CC-C73] a GPT model via OpenRouter has no markers, and no line that says so", () => {
  const gpt = runtime({ choice: { model: "openrouter/openai/gpt-5" }, keys: both });
  expect(gpt.traits.caching.kind).toBe("none");
  expect(cacheStatusLine(gpt, "5m")).not.toContain("ENABLED");
});

const caching = (model: string) => runtime({ choice: { model }, keys: { OPENAI_API_KEY: "o" } }).traits.caching;

test("OpenAI's own endpoint keeps prefixes for a day where the model can, and wants breakpoints from 5.6 on", () => {
  const automatic = { kind: "automatic", source: "automatic (OpenAI)" };
  expect(caching("openai/gpt-5")).toEqual({ ...automatic, lifeSeconds: 300, retention: "24h" });
  expect(caching("openai/gpt-4o")).toEqual({ ...automatic, lifeSeconds: 300 });
  expect(caching("openai/gpt-5.6")).toEqual({ ...automatic, lifeSeconds: 1_800, breakpoints: true });
});

test.each([
  ["http://localhost:11434/v1", true],
  ["http://127.8.9.1/v1", true],
  ["http://[::1]:8080/v1", true],
  ["http://[::ffff:192.168.1.2]/v1", true],
  ["http://10.1.2.3/v1", true],
  ["http://172.31.0.1/v1", true],
  ["http://172.32.0.1/v1", false],
  ["http://100.100.1.1/v1", true],
  ["http://169.254.1.1/v1", true],
  ["http://gpu-box:8000/v1", true],
  ["http://host.docker.internal:8000/v1", true],
  ["https://localhost.evil.test/v1", false],
  ["https://8.8.8.8/v1", false],
])("%s is local: %s", (base_url, local) => {
  expect(runtime({ model: { default: "x", base_url } }).traits.local).toBe(local);
});
