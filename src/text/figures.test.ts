import { expect, test } from "vitest";
import { compactNumber, money, percent, span } from "./figures.ts";

test("figures are short, and never rounded to a larger unit's edge", () => {
  expect([0, 999, 1_000, 1_234, 9_960, 34_499, 999_600, 5_600_000, 2e9].map(compactNumber)).toEqual([
    "0",
    "999",
    "1k",
    "1.2k",
    "10k",
    "34k",
    "1M",
    "5.6M",
    "2G",
  ]);
  expect([0, 0.00001, 0.0042, 0.0949, 0.1, 12.345].map(money)).toEqual([
    "$0.00",
    "<$0.0001",
    "$0.0042",
    "$0.0949",
    "$0.10",
    "$12.35",
  ]);
  expect([0, 0.004, 0.5, 1].map(percent)).toEqual(["0%", "<1%", "50%", "100%"]);
  expect([0, 999, 1_250, 59_960, 200_000, 7_500_000].map(span)).toEqual([
    "0 ms",
    "999 ms",
    "1.3 s",
    "1m 00s",
    "3m 20s",
    "2h 05m",
  ]);
});
