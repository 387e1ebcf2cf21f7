import { expect, test } from "vitest";
import { costOf } from "./cost.ts";
import { usageOf } from "./usage.ts";

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
