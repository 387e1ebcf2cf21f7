import { expect, test } from "vitest";
import { numbersFor, summaryBudget, type CompressorSettings } from "./numbers.ts";
import { guardTrigger } from "./overhead-guard.ts";

const settings: CompressorSettings = {
  threshold: 0.5,
  target_ratio: 0.2,
  protect_last_n: 20,
  summary_path: "auto",
};
const numbers = (window: number, own: Partial<CompressorSettings> = {}) =>
  numbersFor(window, "gpt-4o", { ...settings, ...own });

test.each([
  [32_768, [16_384, 3_276, 4_914, 1_638], [2_000, 2_000, 2_000]],
  [128_000, [64_000, 12_800, 19_200, 6_400], [2_000, 4_000, 6_400, 6_400]],
  [200_000, [100_000, 20_000, 30_000, 10_000], [2_000, 4_000, 10_000, 10_000]],
  [1_000_000, [500_000, 100_000, 150_000, 12_000], [2_000, 4_000, 10_000, 12_000, 12_000]],
])("a window of %i tokens gives the documented numbers", (window, expected, budgets) => {
  const found = numbers(window);
  expect([found.trigger, found.tail, found.softTail, found.maxSummary]).toEqual(expected);
  const middles = [5_000, 20_000, 50_000, 100_000, 400_000].slice(0, budgets.length);
  expect(middles.map((middle) => summaryBudget(middle, found))).toEqual(budgets);
});

test("[CC-C10] a threshold of 0.8 on 128,000 tokens moves trigger, tail and soft ceiling", () => {
  expect(numbers(128_000, { threshold: 0.8 })).toMatchObject({ trigger: 102_400, tail: 20_480, softTail: 30_720 });
});

test("[CC-C11] on a tiny window the floor of the summary wins", () => {
  expect(summaryBudget(9_000, numbers(32_768))).toBe(2_000);
});

test("[CC-C12] on a huge window a summary stays below 12,000 tokens", () => {
  expect(summaryBudget(100_000, numbers(1_000_000))).toBe(12_000);
});

test("[CC-C13] a target ratio beyond its limits counts as the nearest one", () => {
  expect(numbers(200_000, { target_ratio: 0.95 }).tail).toBe(80_000);
  expect(numbers(200_000, { target_ratio: 0.01 }).tail).toBe(10_000);
});

test("the longest part of a model's name decides its threshold", () => {
  const byModel = { model_thresholds: { gpt: 0.6, "gpt-4o": 0.7, claude: 0.9 } };
  expect(numbersFor(100_000, "GPT-4o-mini", { ...settings, ...byModel }).trigger).toBe(70_000);
});

test("the guard leaves ordinary sizes alone, raises a trigger that could not be reached, and gives up where nothing helps", () => {
  const plain = { system: 3_000, tools: 3_000, head: 500 };
  expect(guardTrigger(numbers(200_000), plain, 8_192)).toMatchObject({ trigger: 100_000, state: "plain" });
  const full = { system: 3_000, tools: 12_000, head: 100 };
  expect(guardTrigger(numbers(32_768), full, 4_096)).toEqual({ trigger: 24_371, state: "raised", largest: "tools" });
  const over = { system: 3_000, tools: 24_000, head: 100 };
  expect(guardTrigger(numbers(32_768), over, 4_096)).toMatchObject({ state: "off", largest: "tools" });
});
