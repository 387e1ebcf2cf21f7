import { expect, test } from "vitest";
import { modelRequest } from "../../tests/support/model-request.ts";
import { providerWorld } from "../../tests/support/provider-world.ts";
import type { KeyReport } from "../domain/credential-pool.ts";
import type { ProviderFailure } from "../domain/failure.ts";
import { emptyFallbackMemory } from "../domain/fallback.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { ScenarioInput } from "../simulator/scenario.ts";
import type { FallbackEntry } from "./fallback/entries.ts";
import { createFallbackChain } from "./fallback/fallback-chain.ts";
import { createSessionKeys } from "./pool/session-keys.ts";

type Step = NonNullable<ScenarioInput["steps"]>[number];

const signal = new AbortController().signal;
const status = (code: number, more: object = {}): Step => ({ fault: { kind: "status", status: code, ...more } });
const steps = (...list: Step[]): ScenarioInput => ({
  steps: [...list, { reply: { text: "done" }, repeat: "forever" }],
});
const keys = { ANTHROPIC_API_KEY: "a-1", ANTHROPIC_API_KEY_2: "a-2", MISTRAL_API_KEY: "m-1", MISTRAL_API_KEY_2: "m-2" };
const mistral: FallbackEntry = { provider: "mistral", model: "gpt-4o" };

/** A session's keys and chain over hosts that are played, and the runtime in force. */
async function scene(hosts: Readonly<Record<string, ScenarioInput>>, entries: readonly FallbackEntry[] = [mistral]) {
  const world = providerWorld({ keys, hosts });
  const primary = world.runtime({ provider: "anthropic", model: "claude-sonnet-4-5" });
  const memory = emptyFallbackMemory();
  const parts = { primary, entries, inputs: world.inputs, memory, pools: world.pools, clock: world.clock };
  const chain = createFallbackChain({ ...parts, log: () => undefined });
  const sessionKeys = createSessionKeys(world.pools);
  const attach = async (runtime: Runtime | null): Promise<Runtime> => {
    const ready = runtime === null ? null : await sessionKeys.attach(runtime, signal);
    if (ready === null) throw new Error("There is nothing to go on with");
    return ready;
  };
  const ask = async (runtime: Runtime): Promise<ProviderFailure | null> => {
    const request = modelRequest({ maxTokens: 100 });
    const outcome = await world.client.call({ ...request, runtime }, () => undefined, signal);
    if (outcome.kind === "reply") sessionKeys.succeeded();
    return outcome.kind === "failed" ? outcome.failure : null;
  };
  const visited = (): string => world.sent.map(({ host, key }) => `${host.split(".")[1]}:${key}`).join(" ");
  return { ...world, primary, chain, keys: sessionKeys, attach, ask, visited, start: await attach(primary) };
}

/** Asks, and reports to the pool whatever went wrong, until it has no other key or there is an answer. */
async function persist(
  { ask, keys: held }: Awaited<ReturnType<typeof scene>>,
  start: Runtime,
): Promise<KeyReport["kind"] | null> {
  for (let runtime = start; ;) {
    const failure = await ask(runtime);
    if (failure === null) return null;
    const report = await held.report(failure, runtime, signal);
    if (report.kind === "nothing_left" || report.kind === "not_a_key_matter") return report.kind;
    ({ runtime } = report);
  }
}

test("a bill moves the request to the second key of the same provider at once", async () => {
  const world = await scene({ "api.anthropic.com": steps(status(402)) });
  expect(await persist(world, world.start)).toBeNull();
  expect(world.visited()).toBe("anthropic:a-1 anthropic:a-2");
});

test("two limits in a row take two requests with the first key, then the second key", async () => {
  const world = await scene({ "api.anthropic.com": steps(status(429), status(429)) });
  expect(await persist(world, world.start)).toBeNull();
  expect(world.visited()).toBe("anthropic:a-1 anthropic:a-1 anthropic:a-2");
});

test("a limit of the upstream behind an aggregator changes no key", async () => {
  const body = '{"error":{"message":"Provider returned error","metadata":{"provider_name":"Up","raw":"slow"}}}';
  const world = await scene({ "api.anthropic.com": steps(status(429, { body })) });
  expect(await persist(world, world.start)).toBe("not_a_key_matter");
  expect(world.visited()).toBe("anthropic:a-1");
});

test("when every key failed the fallback is asked with its own keys, and each key saw its own host only", async () => {
  const world = await scene({
    "api.anthropic.com": steps(status(402), status(402)),
    "api.mistral.ai": steps(status(402)),
  });
  expect(await persist(world, world.start)).toBe("nothing_left");
  const other = await world.attach(await world.chain.next(world.start, "billing"));
  expect(await persist(world, other)).toBeNull();
  expect(world.visited()).toBe("anthropic:a-1 anthropic:a-2 mistral:m-1 mistral:m-2");
  expect(world.keys.canRotate()).toBe(false);
});

test("the pool of one provider has nothing to say about another's runtime", async () => {
  const world = await scene({ "api.mistral.ai": steps(status(402)) });
  const other = await world.chain.next(world.start, "timeout"); // and its own pool was not attached
  expect(other === null ? null : await persist(world, other)).toBe("not_a_key_matter");
  expect(world.visited()).toBe("mistral:m-1");
});

test("[AL-E24] of a chain whose first entry has no key the second is asked, now and in every later turn", async () => {
  const entries = [{ provider: "groq", model: "llama" }, mistral];
  const world = await scene({ "api.mistral.ai": steps() }, entries);
  for (let turn = 0; turn < 2; turn++) {
    world.chain.startTurn();
    await persist(world, await world.attach(await world.chain.next(world.start, "timeout")));
  }
  expect(world.visited()).toBe("mistral:m-1 mistral:m-1");
});

test("back at the primary its own key is selected again, past the one that rests", async () => {
  const world = await scene({ "api.anthropic.com": steps(status(402)), "api.mistral.ai": steps() });
  const failure = await world.ask(world.start);
  if (failure !== null) await world.keys.report(failure, world.start, signal);
  await persist(world, await world.attach(await world.chain.next(world.start, "timeout")));
  const restored = await world.attach(world.chain.restore(world.clock.now()));
  expect(await persist(world, await world.keys.startTurn(restored, signal))).toBeNull();
  expect(world.visited()).toBe("anthropic:a-1 mistral:m-1 anthropic:a-2");
});

test("a runtime all of whose keys are dead is not attached", async () => {
  const dead = status(401, { code: "token_revoked", type: "token_revoked", message: "token_revoked" });
  const world = await scene({ "api.anthropic.com": steps(dead, dead) });
  expect(await persist(world, world.start)).toBe("nothing_left");
  await world.clock.advance(10 * 365 * 86_400_000);
  expect(await world.keys.attach(world.primary, signal)).toBeNull();
});
