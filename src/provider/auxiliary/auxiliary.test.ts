import { expect, test } from "vitest";
import { modelRequest } from "../../../tests/support/model-request.ts";
import { providerFailure } from "../../../tests/support/provider-failure.ts";
import { providerWorld } from "../../../tests/support/provider-world.ts";
import { defaults } from "../../config/schema/settings.ts";
import type { AuxiliaryOutcome, AuxiliaryRequest, AuxiliaryTask, AuxiliaryUsage } from "../../domain/auxiliary.ts";
import { type RefreshCredential, withKey } from "../../domain/credential-pool.ts";
import { Secret } from "../../domain/secret.ts";
import type { FallbackEntry } from "../fallback/entries.ts";
import type { ScenarioInput } from "../../simulator/scenario.ts";
import { createAuxiliary, emptyAuxiliaryMemory } from "./auxiliary.ts";
import type { TaskSettings } from "./task-settings.ts";

type Step = NonNullable<ScenarioInput["steps"]>[number];
type Given = NonNullable<Parameters<typeof providerWorld>[0]> & {
  readonly task?: Partial<TaskSettings>;
  readonly chain?: readonly FallbackEntry[];
  readonly transientRetries?: number;
  readonly refreshCredential?: RefreshCredential;
};

const status = (code: number, more: object = {}): Step => ({ fault: { kind: "status", status: code, ...more } });
const always = (step: Step): ScenarioInput => ({ steps: [{ ...step, repeat: "forever" }] });
const steps = (...list: Step[]): ScenarioInput => ({
  steps: [...list, { reply: { text: "done" }, repeat: "forever" }],
});
const well = steps();

/** Three providers of the user's own: the turn talks to `main`, `one` and `two` are other places. */
const providers = {
  main: { base_url: "https://main.test/v1", api_key: "main-key" },
  one: { base_url: "https://one.test/v1", api_key: "one-key" },
  two: { base_url: "https://two.test/v1", api_key: "two-key" },
};
const one = { provider: "one", model: "gpt-4o" };
const two = { provider: "two", model: "gpt-4o" };

function scene(given: Given = {}) {
  const { task: taskSettings, chain = [], transientRetries = 2, refreshCredential, ...rest } = given;
  const world = providerWorld({ ...rest, providers: { ...providers, ...rest.providers } });
  const runtime = world.runtime({ provider: "main", model: "gpt-4o" });
  const usage: AuxiliaryUsage[] = [];
  const stop = new AbortController();
  const memory = emptyAuxiliaryMemory();
  const settings = {
    ...defaults.auxiliary,
    transient_retries: transientRetries,
    approval: { ...defaults.auxiliary.approval, ...taskSettings },
    compression: { ...defaults.auxiliary.compression, ...taskSettings },
    vision: { ...defaults.auxiliary.vision, ...taskSettings },
  };
  const auxiliary = createAuxiliary({
    client: world.client,
    settings,
    inputs: world.inputs,
    chain,
    pools: world.pools,
    refresh: refreshCredential ?? (async () => null),
    memory,
    clock: world.clock,
  });
  const onUsage = (report: AuxiliaryUsage): void => void usage.push(report);
  const start = (more: Partial<AuxiliaryRequest> = {}, task: AuxiliaryTask = "approval"): Promise<AuxiliaryOutcome> => {
    const { messages } = modelRequest();
    return auxiliary.call(task, { messages, runtime, onUsage, signal: stop.signal, ...more });
  };
  const call = (...asked: Parameters<typeof start>): Promise<AuxiliaryOutcome> => world.clock.runUntil(start(...asked));
  const visited = (): string => world.sent.map(({ host, key }) => `${host.split(".")[0]}:${key}`).join(" ");
  return { ...world, resolve: world.runtime, runtime, usage, stop, start, call, visited };
}

const text = (outcome: AuxiliaryOutcome): string =>
  outcome.kind === "reply" ? outcome.reply.content : outcome.kind === "failed" ? outcome.failure.kind : outcome.kind;

test("auto asks the turn's runtime, reports its usage under the task, and goes nowhere else", async () => {
  const { call, usage, visited } = scene({ hosts: { "main.test": well } });
  expect(await call()).toMatchObject({
    kind: "reply",
    runtime: { provider: "main", model: "gpt-4o" },
    reply: { content: "done" },
  });
  expect(usage).toMatchObject([{ task: "approval", provider: "main", model: "gpt-4o", usage: { output_tokens: 1 } }]);
  expect(visited()).toBe("main:main-key");
});

test("the turn's runtime is the one handed in, a fallback included", async () => {
  const { call, runtime, visited } = scene({ hosts: { "two.test": well } });
  const fallback = { ...runtime, provider: "two", baseUrl: "https://two.test/v1", credential: null };
  await call({ runtime: fallback });
  expect(visited()).toBe("two:null");
});

test.each([
  ["the task's provider", { task: { provider: "one", model: "gpt-4o" } }, {}, "one:one-key"],
  ["a model alone: the turn's address and key", { task: { model: "gpt-4o-mini" } }, {}, "main:main-key"],
  [
    "an address, which beats the provider, with the task's key",
    { task: { provider: "one", base_url: "https://two.test/v1", api_key: "task-key", model: "gpt-4o" } },
    {},
    "two:task-key",
  ],
  [
    "an address without a key: OPENAI_API_KEY and never an aggregator's",
    {
      task: { base_url: "https://two.test/v1", model: "gpt-4o" },
      keys: { OPENAI_API_KEY: "openai", OPENROUTER_API_KEY: "router" },
    },
    {},
    "two:openai",
  ],
  [
    "an address without a key, where only an aggregator has one",
    { task: { base_url: "https://two.test/v1", model: "gpt-4o" }, keys: { OPENROUTER_API_KEY: "router" } },
    {},
    "two:null",
  ],
  ["call arguments before the task", { task: { provider: "one", model: "x" } }, { choice: two }, "two:two-key"],
])("routing: %s", async (_what, given: Given, request: Partial<AuxiliaryRequest>, expected) => {
  const { call, visited } = scene({ ...given, hosts: { "main.test": well, "one.test": well, "two.test": well } });
  expect(text(await call(request))).toBe("done");
  expect(visited()).toBe(expected);
});

test("a server in trouble is asked three times, after one and two seconds", async () => {
  const { call, visited, clock } = scene({ hosts: { "main.test": steps(status(500), status(503)) } });
  expect(text(await call())).toBe("done");
  expect(visited()).toBe("main:main-key main:main-key main:main-key");
  expect(clock.sleeps).toEqual([1_000, 2_000]);
});

test("waits grow to eight seconds, and as many retries are made as the setting says", async () => {
  const { call, clock } = scene({ hosts: { "main.test": always(status(500)) }, transientRetries: 6 });
  expect(text(await call())).toBe("server_error");
  expect(clock.sleeps).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
});

test.each([
  ["temperature", "Unsupported parameter: 'temperature' is not supported with this model."],
  ["response_format", "This model does not support response_format of type json_schema"],
  ["max_completion_tokens", "Unsupported parameter: 'max_completion_tokens' is not supported with this model."],
])("%s is left out, once and at once, when the endpoint does not know it", async (parameter, message) => {
  const wishes = { temperature: 0, maxTokens: 100, responseFormat: { type: "json_object" } };
  const { call, sent, clock } = scene({ hosts: { "main.test": steps(status(400, { message })) } });
  expect(text(await call(wishes))).toBe("done");
  const asked = ["max_completion_tokens", "response_format", "temperature"];
  expect(sent.map(({ body }) => asked.filter((name) => name in body))).toEqual([
    asked,
    asked.filter((name) => name !== parameter),
  ]);
  expect(clock.sleeps).toEqual([]);
  const stubborn = scene({ hosts: { "main.test": always(status(400, { message })) } });
  expect(text(await stubborn.call(wishes))).toBe("format_error");
  expect(stubborn.sent.length).toBe(2);
});

const refresh: RefreshCredential = async (runtime) => withKey(runtime, { source: "new", secret: new Secret("fresh") });

test("a refused key is refreshed, once", async () => {
  const healed = scene({ keys, refreshCredential: refresh, hosts: { "api.mistral.ai": steps(status(401)) } });
  const alone = { ...healed.runtime, provider: "mistral", baseUrl: "https://api.mistral.ai/v1" };
  expect(text(await healed.call({ runtime: alone }))).toBe("done");
  expect(healed.visited()).toBe("api:main-key api:fresh");
  const lost = scene({ refreshCredential: refresh, task: one, hosts: { "one.test": always(status(401)) } });
  expect(text(await lost.call())).toBe("auth");
  expect(lost.visited()).toBe("one:one-key one:fresh");
});

const keys = { MISTRAL_API_KEY: "m-1", MISTRAL_API_KEY_2: "m-2" };
const mistral = { provider: "mistral", model: "gpt-4o" };

test.each([
  [401, [status(401)], "api:m-1 api:m-2"],
  [402, [status(402)], "api:m-1 api:m-2"],
  [429, [status(429)], "api:m-1 api:m-1"],
  [429, [status(429), status(429)], "api:m-1 api:m-1 api:m-2"],
])("a pool answers %i with the same key once or the next one", async (_code, faults, expected) => {
  const { call, visited } = scene({ keys, task: mistral, hosts: { "api.mistral.ai": steps(...faults) } });
  expect(text(await call())).toBe("done");
  expect(visited()).toBe(expected);
});

test("a provider whose keys are all dead is not asked", async () => {
  const { call, pools, resolve, visited } = scene({
    task: { ...one, fallback_chain: [two] },
    hosts: { "two.test": well },
  });
  const lease = await pools.poolFor(resolve(one))?.lease(new AbortController().signal);
  const revoked = providerFailure("auth", { code: "token_revoked" });
  await lease?.report(revoked, lease.current(), new AbortController().signal);
  expect(text(await call())).toBe("done");
  expect(visited()).toBe("two:two-key");
});

test("a provider that could not be paid is left alone for ten minutes, by every task", async () => {
  const { call, visited, clock } = scene({
    chain: [one],
    hosts: { "main.test": always(status(402)), "one.test": well },
  });
  expect(text(await call())).toBe("done");
  await clock.advance(599_999);
  expect(text(await call({}, "title_generation"))).toBe("done");
  expect(visited()).toBe("main:main-key one:one-key one:one-key");
  await clock.advance(1);
  await call();
  expect(visited()).toBe("main:main-key one:one-key one:one-key main:main-key one:one-key");
});

test.each([
  ["payment", status(402), true],
  ["a server that stays in trouble", status(500), true],
  ["a rate limit", status(429), true],
  [
    "an aggregator's limit",
    status(429, { body: '{"error":{"message":"Provider returned error","metadata":{"provider_name":"x"}}}' }),
    true,
  ],
  ["an unknown model", status(404, { message: "The model does not exist" }), true],
  ["an answer that is none", { fault: { kind: "empty" } }, true],
  ["an answer without words", { reply: { text: "" } }, true],
  ["a refused key", status(401), true],
  ["a blocked prompt", status(400, { message: "content_filter" }), false],
  ["a bad request", status(400, { message: "This is wrong in a way that is explained at some length." }), false],
] satisfies [string, Step, boolean][])("auto: %s goes to the next place or not", async (_what, step, moves) => {
  const { call, sent } = scene({
    chain: [two],
    task: { fallback_chain: [one] },
    hosts: { "main.test": always(step), "one.test": well },
  });
  expect((await call()).kind).toBe(moves ? "reply" : "failed");
  expect(sent.some(({ host }) => host === "one.test")).toBe(moves);
});

test("auto goes through the task's chain, the main chain and what is discovered, and reports the first error", async () => {
  const dead = always(status(402));
  const given = {
    keys: { OPENROUTER_API_KEY: "router", NOUS_API_KEY: "nous", MISTRAL_API_KEY: "m-1" },
    providers: { openrouter: { default_model: "openai/gpt-4o" }, nous: { default_model: "openai/gpt-4o" } },
    model: { base_url: "https://custom.test/v1", default: "gpt-4o" },
    task: { fallback_chain: [one] },
    chain: [two],
  };
  const hosts = Object.fromEntries(
    [
      "main.test",
      "one.test",
      "two.test",
      "openrouter.ai",
      "inference-api.nousresearch.com",
      "custom.test",
      "api.mistral.ai",
    ].map((host) => [host, dead]),
  );
  const { call, visited } = scene({
    ...given,
    hosts: { ...hosts, "main.test": always(status(404, { message: "no such model" })) },
  });
  const outcome = await call();
  expect(visited()).toBe(
    "main:main-key one:one-key two:two-key openrouter:router inference-api:nous custom:null api:m-1",
  );
  expect(outcome).toMatchObject({
    kind: "failed",
    failure: { kind: "model_not_found" },
    notice: "The side model for approval could not be asked: HTTP 404: no such model",
  });
  expect(outcome.kind === "failed" && outcome.asked.map(({ provider }) => provider)).toEqual([
    "main",
    "one",
    "two",
    "openrouter",
    "nous",
    "custom",
    "mistral",
  ]);
});

test("a named provider goes through the task's chain to the turn's runtime and discovers nobody", async () => {
  const dead = always(status(402));
  const hosts = { "one.test": dead, "two.test": dead, "main.test": dead };
  const { call, visited } = scene({
    keys: { MISTRAL_API_KEY: "m-1" },
    task: { ...one, fallback_chain: [two] },
    chain: [mistral],
    hosts,
  });
  expect(text(await call())).toBe("billing");
  expect(visited()).toBe("one:one-key two:two-key main:main-key");
});

test("a named provider that refuses its key is an answer", async () => {
  const { call, visited } = scene({
    task: { ...one, fallback_chain: [two] },
    hosts: { "one.test": always(status(401)) },
  });
  expect(text(await call())).toBe("auth");
  expect(visited()).toBe("one:one-key");
});

const models = (list: readonly { readonly body: Readonly<Record<string, unknown>> }[]) =>
  list.map(({ body }) => body["model"]);

test("what failed is not asked again: the account for its bills, else the model", async () => {
  const sibling = { provider: "main", model: "gpt-4o-mini" };
  const same = { provider: "main", model: "gpt-4o" };
  const unpaid = scene({ chain: [same, sibling], hosts: { "main.test": always(status(402)) } });
  await unpaid.call();
  expect(models(unpaid.sent)).toEqual(["gpt-4o"]);
  const refused = scene({ chain: [same, sibling], hosts: { "main.test": always(status(401)) } });
  await refused.call();
  expect(models(refused.sent)).toEqual(["gpt-4o"]);
  const missing = scene({
    chain: [same, sibling],
    hosts: { "main.test": always(status(404, { message: "no such model" })) },
  });
  await missing.call();
  expect(models(missing.sent)).toEqual(["gpt-4o", "gpt-4o-mini"]);
});

const silent = always({ fault: { kind: "stall" } });

test.each<[task: AuxiliaryTask, seconds: number, asked: number | undefined]>([
  ["approval", 30, undefined],
  ["approval", 7, 7_000],
  ["vision", 120, undefined],
  ["web_extract", 360, undefined],
  ["title_generation", 30, undefined],
  ["session_search", 30, undefined],
  ["skills_hub", 30, undefined],
  ["mcp", 30, undefined],
  ["background_review", 120, undefined],
  ["memory_query_rewrite", 8, undefined],
  ["compression", 300, undefined],
  ["compression", 20, 20_000],
])("%s is given up after %i s", async (task, seconds, asked) => {
  const { call, clock, runtime } = scene({ hosts: { "main.test": silent }, transientRetries: 0 });
  const patient = { ...runtime, timeouts: { requestMs: 9e8, staleMs: 9e8, streamReadMs: 9e8 } };
  const before = clock.now();
  const outcome = await call({ runtime: patient, ...(asked === undefined ? {} : { timeoutMs: asked }) }, task);
  expect(outcome).toMatchObject({ kind: "failed", failure: { kind: "timeout", code: "deadline" } });
  expect(clock.now() - before).toBe(seconds * 1_000);
});

test("a summary that ran out of time is not asked for again at the same place; other tasks are", async () => {
  const { call, visited, runtime } = scene({
    task: { fallback_chain: [{ ...one, timeout: 5 }] },
    hosts: { "main.test": silent, "one.test": silent },
  });
  await call({ runtime, timeoutMs: 1_000 }, "compression");
  expect(visited()).toBe("main:main-key one:one-key");
  const other = scene({ hosts: { "main.test": silent } });
  await other.call({ timeoutMs: 1_000 });
  expect(other.visited()).toBe("main:main-key main:main-key main:main-key");
});

test("an entry of a chain has its own time", async () => {
  const given = {
    task: { fallback_chain: [{ ...one, timeout: 5 }] },
    hosts: { "main.test": silent, "one.test": silent },
  };
  const { call, clock } = scene({ ...given, transientRetries: 0 });
  const before = clock.now();
  await call({ timeoutMs: 1_000 });
  expect(clock.now() - before).toBe(6_000);
});

test("a window too small for a summary is passed over", async () => {
  const { call, visited, runtime } = scene({ chain: [one], hosts: { "main.test": well, "one.test": well } });
  await call({ runtime: { ...runtime, contextLength: 63_999 } }, "compression");
  await call({ runtime: { ...runtime, contextLength: 64_000 } }, "compression");
  expect(visited()).toBe("one:one-key main:main-key");
});

test("an image is shown to models that see; without one, nobody is asked", async () => {
  const { call, visited, runtime } = scene({ chain: [one], hosts: { "main.test": well, "one.test": well } });
  const blind = { ...runtime, traits: { ...runtime.traits, vision: false } };
  await call({}, "vision");
  await call({ runtime: blind }, "vision");
  expect(visited()).toBe("main:main-key one:one-key");
  const nobody = scene();
  expect(await nobody.call({ runtime: blind }, "vision")).toMatchObject({
    kind: "failed",
    asked: [],
    failure: { kind: "model_not_found" },
  });
});

test("one task's failures move no other task along", async () => {
  const { call, visited } = scene({
    chain: [one],
    hosts: { "main.test": steps(status(404, { message: "no such model" })), "one.test": well },
  });
  await call();
  await call({}, "title_generation");
  expect(visited()).toBe("main:main-key one:one-key main:main-key");
});

test("extra_body and reasoning_effort of the task are sent", async () => {
  const task = { extra_body: { seed: 7 }, reasoning_effort: "low" };
  const { call, sent, runtime } = scene({ task, hosts: { "main.test": well } });
  await call({ runtime: { ...runtime, traits: { ...runtime.traits, reasoningParameter: true } } });
  expect(sent[0]?.body).toMatchObject({ seed: 7, reasoning: { effort: "low" } });
});

test("a stop ends a request, a wait for the next try and a wait for a free place", async () => {
  const inRequest = scene({ hosts: { "main.test": silent } });
  const request = inRequest.start();
  await inRequest.clock.advance(10);
  inRequest.stop.abort();
  expect(await request).toEqual({ kind: "aborted" });

  const inWait = scene({ hosts: { "main.test": always(status(500)) } });
  const waiting = inWait.start();
  await inWait.clock.advance(10);
  inWait.stop.abort();
  expect(await waiting).toEqual({ kind: "aborted" });
  expect(inWait.sent.length).toBe(1);

  const inQueue = scene({ task: { max_concurrency: 1 }, hosts: { "main.test": silent } });
  const queue = [inQueue.start(), inQueue.start()];
  await inQueue.clock.advance(10);
  inQueue.stop.abort();
  expect(await Promise.all(queue)).toEqual([{ kind: "aborted" }, { kind: "aborted" }]);
  expect(inQueue.sent.length).toBe(1);
});

test("no more than max_concurrency requests of a task run together", async () => {
  const slow = always({ fault: { kind: "drip", delay_ms: 100 }, reply: { text: "done" } });
  const { start, sent, clock } = scene({ task: { max_concurrency: 2 }, hosts: { "main.test": slow } });
  const calls = [start(), start(), start()];
  await clock.advance(1);
  expect(sent.length).toBe(2);
  expect((await clock.runUntil(Promise.all(calls))).map(text)).toEqual(["done", "done", "done"]);
  expect(sent.length).toBe(3);
});
