import { expect, test } from "vitest";
import { cacheRates, costOf, sideSpending } from "./cost.ts";
import { addUsage, usageOf } from "./usage.ts";

test("each kind of token has its own price", () => {
  const usage = usageOf({
    input_tokens: 1_000_000,
    output_tokens: 500_000,
    cache_read_tokens: 2_000_000,
    cache_write_tokens: 100_000,
    reasoning_tokens: 400_000, // part of the output
  });
  expect(costOf(usage, { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 })).toBeCloseTo(
    3 + 7.5 + 0.6 + 0.375,
  );
});

const written = (tokens: number, hour: number) =>
  usageOf({
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: tokens,
    reasoning_tokens: 0,
    cache_write_1h_tokens: hour,
  });

test("an hour in the cache has a price of its own, also in a sum", () => {
  const prices = { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75, cache_write_1h: 6 };
  const sum = addUsage(written(600_000, 600_000), written(400_000, 0));
  expect(costOf(sum, prices)).toBeCloseTo(3.6 + 1.5);
  expect(cacheRates(prices)).toEqual({ read: 0.3 / 3, write: 1.25, writeHour: 2 });
  expect(cacheRates(undefined)).toEqual({ read: 0.1, write: 1.25, writeHour: 2 });
});

test("a side request costs what it cost; the least is counted where it went to the conversation's own model", () => {
  const prices = { input: 5, output: 25, cache_read: 0.5, cache_write: 6.25 };
  const usage = usageOf({
    input_tokens: 1_000,
    output_tokens: 9,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
  });
  expect(sideSpending(usage, prices, 800)).toEqual({
    billed: 0.005,
    uncached: 0.005,
    least: (800 * 0.5 + 200 * 5) / 1e6,
  });
  expect(sideSpending(usage, prices, null)).toEqual({ billed: 0.005, uncached: 0.005, least: 0 });
});
