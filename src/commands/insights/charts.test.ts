import fc from "fast-check";
import { expect, test } from "vitest";
import { bar, columnChart, gathered } from "./charts.ts";
import { paintFor } from "./paint.ts";

const plain = paintFor(false);

test("a bar is as long as its share, in eighths of a column; a little is still seen", () => {
  expect([bar(1, 2, 4), bar(2, 2, 4), bar(1, 1_000, 4), bar(0, 2, 4), bar(5, 16, 4), bar(1, 0, 4)]).toEqual([
    "██",
    "████",
    "▏",
    "",
    "█▎",
    "",
  ]);
});

test("standing bars have their scale at the left and the first and last day below", () => {
  const ticks = [
    [0, "06-01"],
    [7, "06-08"],
  ] as const;
  const chart = {
    values: [0, 1, 2, null, 4, 8, 0.01, 8],
    most: 8,
    label: (value: number) => `$${value}`,
    height: 2,
    ticks,
  };
  expect(columnChart(chart, 40, plain)).toEqual([
    "$8 │               ██    ██",
    "   │   ▂▂ ▄▄    ██ ██ ▁▁ ██",
    "$0 └────────────────────────",
    "    06-01              06-08",
  ]);
});

test("many days are put together until there is room, and none is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 400 }), fc.integer({ min: 1, max: 100 }), (days, room) => {
      const parts = gathered(days, room);
      expect(parts.flat()).toEqual(days);
      expect(parts.length).toBeLessThanOrEqual(room);
    }),
  );
});
