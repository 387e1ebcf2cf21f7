import { expect, test } from "vitest";
import { modelRequest } from "../../../tests/support/model-request.ts";
import { noTimeLimitSettings, reasoningFloorMs, timeLimits, type TimeLimits } from "./time-limits.ts";

type Given = Parameters<typeof modelRequest>[0];

const limitsOf = (given: Given, settings: Partial<typeof noTimeLimitSettings> = {}): TimeLimits =>
  timeLimits(modelRequest(given), { ...noTimeLimitSettings, ...settings });

const gapSeconds = (given: Given, settings: Partial<typeof noTimeLimitSettings> = {}): number =>
  limitsOf(given, settings).gapMs / 1_000;

test("a plain call has thirty seconds to connect, three minutes of silence, half an hour in all", () => {
  expect(limitsOf({})).toEqual({ requestMs: 1_800_000, connectMs: 30_000, firstMs: 180_000, gapMs: 180_000 });
});

test("a long context may stay silent longer", () => {
  expect([50_000, 50_001, 100_000, 100_001].map((contextTokens) => gapSeconds({ contextTokens }))).toEqual([
    180, 240, 240, 300,
  ]);
});

test("a call without a stream has limits of its own, and none on a local endpoint", () => {
  const whole = { streaming: false };
  expect([0, 60_000, 120_000].map((contextTokens) => gapSeconds({ contextTokens, traits: whole }))).toEqual([
    90, 150, 240,
  ]);
  expect(gapSeconds({ traits: whole, runtime: { model: "o3" } })).toBe(600);
  expect(gapSeconds({ traits: { ...whole, local: true } })).toBe(Infinity);
  expect(gapSeconds({ traits: { ...whole, local: true } }, { callStaleMs: 70_000 })).toBe(70);
});

test("a local endpoint may load its model for a quarter of an hour", () => {
  expect(gapSeconds({ traits: { local: true } })).toBe(900);
  expect(gapSeconds({ traits: { local: true } }, { localStreamStaleMs: 60_000 })).toBe(60);
});

test("the Responses format has a limit for its first event and one between events", () => {
  const runtime = { apiMode: "codex_responses", model: "gpt-5.6" } as const;
  const gaps = [10_000, 10_001, 50_001, 100_001].map((contextTokens) => gapSeconds({ runtime, contextTokens }));
  expect(gaps).toEqual([12, 60, 120, 180]);
  expect(limitsOf({ runtime }).firstMs).toBe(120_000);
  expect(limitsOf({ runtime: { ...runtime, model: "o3" } })).toMatchObject({ firstMs: 600_000, gapMs: 600_000 });
  expect(limitsOf({ runtime }, { firstByteMs: 1_000, eventGapMs: 2_000 })).toMatchObject({
    firstMs: 1_000,
    gapMs: 2_000,
  });
  const chatGpt = { ...runtime, baseUrl: "https://chatgpt.com/backend-api/codex" };
  expect(limitsOf({ runtime: chatGpt, contextTokens: 60_000 })).toMatchObject({ requestMs: 1_500_000, gapMs: 900_000 });
});

test("what the user set is taken as it is: for the model first, then from the environment", () => {
  const timeouts = { requestMs: 40_000, staleMs: 20_000, streamReadMs: null };
  const settings = { requestMs: 50_000, streamStaleMs: 10_000 };
  expect(limitsOf({ contextTokens: 200_000 }, settings)).toMatchObject({ requestMs: 50_000, gapMs: 10_000 });
  expect(limitsOf({ runtime: { timeouts } }, settings)).toEqual({
    requestMs: 40_000,
    connectMs: 40_000,
    firstMs: 20_000,
    gapMs: 20_000,
  });
  expect(limitsOf({}, { requestMs: 0 }).requestMs).toBe(Infinity);
  expect(gapSeconds({}, { streamStaleMs: 0 })).toBe(120); // staleness off: the gap between reads remains
});

test.each([
  ["o3", 600],
  ["openai/o3-mini", 300],
  ["o3-mini-high", 300],
  ["o30", null],
  ["deepseek/deepseek-r1-0528", 600],
  ["deepseek-v4-pro", 600],
  ["grok-4-fast-reasoning", 300],
  ["grok-4-fast-non-reasoning", null],
  ["claude-opus-4-7", 240],
  ["anthropic/claude-sonnet-4.5", 180],
  ["claude-sonnet-4-20250514", null],
  ["qwen3-235b", 180],
  ["gpt-4o", null],
])("%s may think for %s seconds", (model, seconds) => {
  expect(reasoningFloorMs(model)).toBe(seconds === null ? null : seconds * 1_000);
});
