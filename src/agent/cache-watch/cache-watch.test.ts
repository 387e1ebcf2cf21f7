import { describe, expect, test } from "vitest";
import { aRequest } from "../../../tests/fixtures/wire/requests.ts";
import type { SentPrompt } from "../../domain/cache.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { Secret } from "../../domain/secret.ts";
import { usageOf, type UsageParts } from "../../domain/usage.ts";
import { createCacheWatch, type CacheWatch } from "./cache-watch.ts";
import type { Observed } from "./kept-request.ts";

const markers = { kind: "markers", layout: "native", source: "native Anthropic" } as const;
const prices = { input: 5, output: 25, cache_read: 0.5, cache_write: 6.25, cache_write_1h: 10 };
const { runtime } = aRequest("anthropic_messages", { traits: { caching: markers }, runtime: { prices } });
const rotated: Runtime = {
  ...runtime,
  credential: { secret: new Secret("another"), source: "pool", scheme: "x-api-key" },
};

const sent: SentPrompt = {
  tools: [{ name: "a" }, { name: "b" }],
  system: ["prompt", "note"],
  settings: "plain",
  messages: [{ role: "user", content: [{ type: "text", text: "one" }] }],
  route: "r",
  markers: [
    { section: "system", block: 0, ttl: "5m" },
    { section: "messages", block: 0, ttl: "5m" },
  ],
};
const usage = (parts: Partial<UsageParts>) =>
  usageOf({
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    ...parts,
  });
const first: Observed = { sent, runtime, usage: usage({ cache_write_tokens: 10_000 }), sentSeconds: 0 };
const missed: Observed = { ...first, usage: usage({ cache_write_tokens: 10_100 }), sentSeconds: 10 };

function watching(): CacheWatch {
  const watch = createCacheWatch({ isNew: true, last: null, spending: null });
  expect(watch.observe(first)).toMatchObject({ cause: "first", expectedRead: 0, missedTokens: 0 });
  return watch;
}
const grown = [...sent.messages, { role: "assistant", content: [] }];

describe("a request that read nothing of what the one before it left", () => {
  test.each<[string, Partial<Observed>, string, unknown]>([
    ["another model", { sent: { ...sent, route: "other" } }, "model", null],
    [
      "another tool list",
      { sent: { ...sent, tools: [{ name: "a" }, { name: "c" }] } },
      "tools",
      { section: "tools", block: 1 },
    ],
    [
      "a further tool",
      { sent: { ...sent, tools: [...sent.tools, { name: "c" }] } },
      "tools",
      { section: "tools", block: 2 },
    ],
    ["another note", { sent: { ...sent, system: ["prompt", "other"] } }, "system", { section: "system", block: 1 }],
    ["other settings", { sent: { ...sent, settings: "thinking" } }, "params", { section: "messages", block: 0 }],
    [
      "an edited message",
      { sent: { ...sent, messages: [{ role: "user", content: [] }] } },
      "history_edit",
      { section: "messages", block: 0 },
    ],
    ["a lost message", { sent: { ...sent, messages: [] } }, "history_edit", { section: "messages", block: 0 }],
  ])("%s is the cause", (_, change, cause, firstDivergence) => {
    expect(watching().observe({ ...missed, ...change })).toEqual({
      cause,
      firstDivergence,
      expectedRead: 10_000,
      missedTokens: 10_000,
      costUsd: 0.0575,
    });
  });

  test("another key is the cause; where nothing changed the provider dropped it", () => {
    expect(watching().observe({ ...missed, runtime: rotated })).toMatchObject({ cause: "credential" });
    expect(watching().observe(missed)).toMatchObject({ cause: "provider_dropped", missedTokens: 10_000 });
  });

  test("its time may have passed, which nobody could expect otherwise", () => {
    expect(watching().observe({ ...missed, sentSeconds: 301 })).toMatchObject({ cause: "ttl", expectedRead: 0 });
    expect(watching().observe({ ...missed, sentSeconds: 300 })).toMatchObject({ cause: "provider_dropped" });
  });

  test("a compression is a cause that was chosen", () => {
    const watch = watching();
    watch.forget();
    expect(watch.observe({ ...missed, sent: { ...sent, messages: [] } })).toMatchObject({
      cause: "compression",
      expectedRead: 0,
      missedTokens: 0,
    });
  });
});

test("a prefix below the model's minimum is expected from nobody", () => {
  const narrow = { ...runtime, minCacheable: 4_096 };
  const watch = createCacheWatch({ isNew: true, last: null, spending: null });
  watch.observe({ ...first, runtime: narrow, usage: usage({ input_tokens: 3_000 }) });
  const next = { ...missed, runtime: narrow, usage: usage({ input_tokens: 3_500 }) };
  expect(watch.observe(next)).toMatchObject({ expectedRead: 0, cause: "none", missedTokens: 0, firstDivergence: null });
});

test("what only grew is served, even where the last message did", () => {
  const longer = [
    {
      role: "user",
      content: [
        { type: "text", text: "one" },
        { type: "text", text: "two" },
      ],
    },
  ];
  for (const messages of [grown, longer]) {
    const next = { ...missed, sent: { ...sent, messages }, usage: usage({ cache_read_tokens: 10_000 }) };
    expect(watching().observe(next)).toMatchObject({ cause: "none", expectedRead: 10_000 });
  }
});

test("a later process still knows what changed, and does not guess where it cannot know", () => {
  const last = watching().last();
  const resumed = (change: Partial<SentPrompt>) =>
    createCacheWatch({ isNew: false, last, spending: null }).observe({ ...missed, sent: { ...sent, ...change } }).cause;
  expect([resumed({}), resumed({ system: ["new"] }), resumed({ tools: [] }), resumed({ settings: "x" })]).toEqual([
    "unknown",
    "system",
    "tools",
    "params",
  ]);
  expect(createCacheWatch({ isNew: false, last: null, spending: null }).observe(first).cause).toBe("unknown");
});

test("breaks are counted by cause and handed over once", () => {
  const watch = watching();
  watch.observe(missed);
  watch.observe({ ...missed, sentSeconds: 20 });
  expect(watch.takeBreaks()).toMatchObject([{ cause: "provider_dropped", breaks: 2, missed_tokens: 20_100 }]);
  expect(watch.takeBreaks()).toEqual([]);
});

test("the least a conversation could cost: what is common read, what is read again written once, the rest plain", () => {
  const watch = createCacheWatch({ isNew: true, last: null, spending: null });
  watch.observe({ ...first, usage: usage({ cache_write_tokens: 1_000_000 }) });
  expect(watch.spending()).toEqual({ billed: 6.25, uncached: 5, least: 5 });
  const next = { ...sent, messages: grown };
  watch.observe({ ...missed, sent: next, usage: usage({ cache_write_tokens: 1_100_000 }) });
  const { billed, uncached, least } = watch.spending();
  expect([billed, uncached, least].map((usd) => Math.round(usd * 1_000) / 1_000)).toEqual([13.125, 10.5, 7.25]);
});
