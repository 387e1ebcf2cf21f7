import { expect, test } from "vitest";
import { providerFailure } from "../../../tests/support/provider-failure.ts";
import { providerWorld } from "../../../tests/support/provider-world.ts";
import type { FailureKind } from "../../domain/failure.ts";
import { emptyFallbackMemory, type FallbackMemory } from "../../domain/fallback.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { FallbackEntry } from "./entries.ts";
import { createFallbackChain } from "./fallback-chain.ts";
import { resolveEntry } from "./resolve-entry.ts";
import { startRuntime } from "./start-runtime.ts";

const signal = new AbortController().signal;
const keys = { ANTHROPIC_API_KEY: "a-key", MISTRAL_API_KEY: "m-key", DEEPSEEK_API_KEY: "d-key" };
const mistral: FallbackEntry = { provider: "mistral", model: "mistral-large" };
const deepseek: FallbackEntry = { provider: "deepseek", model: "deepseek-chat" };
const groq: FallbackEntry = { provider: "groq", model: "llama" }; // without a key

type Given = NonNullable<Parameters<typeof providerWorld>[0]>;

function scene(entries: readonly FallbackEntry[], given: Given = {}, memory: FallbackMemory = emptyFallbackMemory()) {
  const world = providerWorld({ keys, ...given });
  const primary = world.runtime({ provider: "anthropic", model: "claude-sonnet-5" });
  const logged: string[] = [];
  const chain = createFallbackChain({
    primary,
    entries,
    inputs: world.inputs,
    memory,
    pools: world.pools,
    clock: world.clock,
    log: (_level, event) => void logged.push(event),
  });
  const next = async (cause: FailureKind = "server_error", current: Runtime = primary): Promise<string | null> => {
    const runtime = await chain.next(current, cause);
    return runtime === null ? null : `${runtime.provider}/${runtime.model} ${runtime.credential?.secret.reveal()}`;
  };
  const restored = (): boolean => chain.restore(world.clock.now()) === primary;
  return { ...world, chain, next, primary, restored, logged, memory };
}

test("entries are used in order, each with its own key, once in a turn", async () => {
  const { next, chain } = scene([mistral, deepseek]);
  expect(await next()).toBe("mistral/mistral-large m-key");
  expect(await next()).toBe("deepseek/deepseek-chat d-key");
  expect([await next(), await next()]).toEqual([null, null]);
  chain.startTurn();
  expect(await next()).toBe("mistral/mistral-large m-key");
});

test("an entry without a key is skipped, for this session and for the next one in the process", async () => {
  const first = scene([groq, mistral]);
  expect(await first.next()).toBe("mistral/mistral-large m-key");
  expect(first.logged).toEqual(["fallback.unavailable"]);
  const second = scene([groq, mistral], { keys: { ...keys, GROQ_API_KEY: "g-key" } }, first.memory);
  expect(await second.next()).toBe("mistral/mistral-large m-key");
  expect(second.logged).toEqual([]);
});

test("incomplete entries and repeated ones do not count, and the first of two equal ones keeps its place", async () => {
  const { next } = scene([
    { provider: "", model: "x" },
    { provider: "mistral", model: " " },
    mistral,
    deepseek,
    { ...mistral, provider: "Mistral" },
  ]);
  expect([await next(), await next(), await next()]).toEqual([
    "mistral/mistral-large m-key",
    "deepseek/deepseek-chat d-key",
    null,
  ]);
});

test("what is active now, or is the primary itself, is no way out; another address of it is", async () => {
  const same = { provider: "claude", model: "claude-sonnet-5" };
  const relay = { ...same, base_url: "https://relay.test/v1", api_key: "relay-key" };
  const { next, runtime } = scene([same, mistral, relay]);
  expect(await next("timeout", runtime({ provider: "mistral", model: "mistral-large" }))).toBe(
    "anthropic/claude-sonnet-5 relay-key",
  );
});

const halfClosed = (name: string): string | null => {
  if (name === "BROKEN") throw new Error("the vault is closed");
  return name === "DEEPSEEK_API_KEY" ? "d-key" : null;
};

test("an entry that throws while it is resolved is passed over and not condemned", async () => {
  const broken = { ...mistral, key_env: "BROKEN" };
  const { primary, inputs, pools, clock } = scene([]);
  const memory = emptyFallbackMemory();
  const parts = { primary, entries: [broken, deepseek], memory, pools, clock, log: () => undefined };
  const chain = createFallbackChain({ ...parts, inputs: { ...inputs, secret: halfClosed } });
  expect((await chain.next(primary, "timeout"))?.provider).toBe("deepseek");
  expect([...memory.unavailable]).toEqual([]);
});

test("a key goes to the address it was given for and to no other", () => {
  const providers = { mistral: { base_url: "https://mine.test/v1", api_key: "mine-key", api_keys: ["mine-too"] } };
  const { inputs } = providerWorld({ keys, providers });
  const key = (entry: FallbackEntry): string => {
    const found = resolveEntry(entry, "fallback_providers[0]", inputs);
    if (found.kind === "problem") return found.problem.kind;
    const { credential, baseUrl } = found.value;
    return `${new URL(baseUrl).host} ${credential?.source} ${credential?.secret.reveal()}`;
  };
  expect(key(mistral)).toBe("mine.test providers.mistral.api_key mine-key");
  expect(key({ ...mistral, base_url: "https://mine.test/v2" })).toBe("mine.test providers.mistral.api_key mine-key");
  expect(key({ ...mistral, base_url: "https://evil.test/v1" })).toBe("no-credential");
  expect(key({ ...deepseek, base_url: "https://evil.test/v1" })).toBe("no-credential");
  expect(key({ ...deepseek, base_url: "https://evil.test/v1", api_key: "own" })).toBe(
    "evil.test fallback_providers[0].api_key own",
  );
  expect(key({ ...deepseek, key_env: "MISTRAL_API_KEY" })).toBe("api.deepseek.com MISTRAL_API_KEY m-key");
});

test("an entry's format, window and way with reasoning are its own and not the primary's", async () => {
  const model = { provider: "anthropic", reasoning_echo: true, context_length: 9_000, default: "claude-sonnet-5" };
  const { chain, primary } = scene([{ ...mistral, reasoning_echo: false }], { model });
  const runtime = await chain.next(primary, "overloaded");
  expect([primary.apiMode, primary.contextLength, primary.credential?.scheme]).toEqual([
    "anthropic_messages",
    9_000,
    "x-api-key",
  ]);
  expect([runtime?.apiMode, runtime?.credential?.scheme, runtime?.traits.reasoningEcho]).toEqual([
    "chat_completions",
    "bearer",
    "off",
  ]);
  expect(runtime?.contextLength).toBeGreaterThan(9_000);
});

test("after a switch for another reason the primary is back with the next turn", async () => {
  const { next, restored, chain } = scene([mistral]);
  expect(restored()).toBe(false); // nothing to return from
  await next("timeout");
  expect(chain.isActive()).toBe(true);
  expect(restored()).toBe(true);
  expect([chain.isActive(), restored()]).toEqual([false, false]);
});

test.each<[cause: FailureKind]>([["rate_limit"], ["billing"], ["upstream_rate_limit"]])(
  "after %s the primary rests 60 s, twice as long each time, and four hours at most",
  async (cause) => {
    const { next, restored, chain, clock } = scene([mistral]);
    const rests: number[] = [];
    for (let round = 0; round < 10; round++) {
      chain.startTurn();
      await next(cause);
      const rest = Math.min(60_000 * 2 ** round, 4 * 3_600_000);
      await clock.advance(rest - 1);
      expect(restored()).toBe(false);
      await clock.advance(1);
      expect(restored()).toBe(true);
      rests.push(rest);
    }
    expect(rests.at(-1)).toBe(4 * 3_600_000);
  },
);

test("an answer of the primary ends the series", async () => {
  const { next, restored, chain, clock, primary } = scene([mistral]);
  await next("rate_limit");
  await clock.advance(60_000);
  expect(restored()).toBe(true);
  chain.succeeded(primary);
  await next("rate_limit");
  await clock.advance(60_000);
  expect(restored()).toBe(true);
});

test("going on from one entry to the next does not make the primary rest longer", async () => {
  const { next, restored, clock } = scene([mistral, deepseek]);
  await next("rate_limit");
  await clock.advance(30_000);
  await next("rate_limit");
  await clock.advance(30_000);
  expect(restored()).toBe(true);
});

test("a chain that came to its end for another reason gives the primary five seconds", async () => {
  const { next, restored, clock } = scene([mistral]);
  await next("server_error");
  expect(await next("server_error")).toBeNull();
  await clock.advance(4_999);
  expect(restored()).toBe(false);
  await clock.advance(1);
  expect(restored()).toBe(true);
});

test("the primary is not returned to while all its keys rest", async () => {
  const { next, restored, clock, pools, primary } = scene([mistral]);
  const lease = await pools.poolFor(primary)?.lease(signal);
  await lease?.report(providerFailure("billing"), lease.current(), signal);
  await next("billing");
  await clock.advance(3_599_999);
  expect(restored()).toBe(false);
  await clock.advance(1);
  expect(restored()).toBe(true);
});

test("an entry whose only key was revoked is passed over", async () => {
  const { next, pools, runtime, memory } = scene([mistral, deepseek]);
  const lease = await pools.poolFor(runtime({ provider: "mistral", model: "m" }))?.lease(signal);
  await lease?.report(providerFailure("auth", { code: "token_revoked" }), lease.current(), signal);
  expect(await next()).toBe("deepseek/deepseek-chat d-key");
  expect([...memory.unavailable]).toEqual([]);
});

test("a restore that failed leaves the fallback in force", async () => {
  const { next, restored, chain, logged } = scene([mistral]);
  await next("timeout");
  expect(restored()).toBe(true);
  chain.restoreFailed();
  expect([chain.isActive(), restored()]).toEqual([true, true]);
  expect(logged).toEqual(["fallback.restore_failed"]);
});

test("another model chosen by the person is the new primary, at once and without old rests", async () => {
  const { next, chain, runtime, clock } = scene([mistral, deepseek]);
  await next("rate_limit");
  const chosen = runtime({ provider: "mistral", model: "mistral-large" });
  chain.replacePrimary(chosen);
  expect(chain.isActive()).toBe(false);
  expect(await next("timeout", chosen)).toBe("deepseek/deepseek-chat d-key");
  expect(chain.restore(clock.now())).toBe(chosen);
});

const start = (entries: readonly FallbackEntry[], choice = { provider: "groq", model: "llama" }): string => {
  const { inputs } = providerWorld({ keys });
  const environment = { model: null, provider: null };
  const found = startRuntime({ ...inputs, choice, environment }, entries, emptyFallbackMemory());
  return found.kind === "ok" ? found.value.provider : found.problem.message;
};

test("a session whose own provider has no key starts with the first usable entry, or says which key is missing", () => {
  expect(start([groq, mistral])).toBe("mistral");
  expect(start([groq])).toContain("GROQ_API_KEY");
  expect(start([mistral], { provider: "anthropic", model: "claude" })).toBe("anthropic");
  expect(start([mistral], { provider: "nobody", model: "x" })).toContain("Unknown provider"); // a typing error is no outage
});
