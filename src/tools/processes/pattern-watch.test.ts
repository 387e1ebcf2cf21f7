import fc from "fast-check";
import { expect, test } from "vitest";
import { createPatternWatch } from "./pattern-watch.ts";

test("whatever is printed when: notices are 15 s apart, and after giving up there is silence", () => {
  const steps = fc.array(fc.record({ afterMs: fc.nat({ max: 20_000 }), text: fc.constantFrom("x", "quiet") }));
  fc.assert(
    fc.property(steps, (printed) => {
      const watch = createPatternWatch(["x"]);
      let now = 0;
      const hits = printed.flatMap(({ afterMs, text }) => {
        now += afterMs;
        const hit = watch(text, now);
        return hit === null ? [] : [{ ...hit, now }];
      });
      const told = hits.filter(({ kind }) => kind === "matched").map((hit) => hit.now);
      for (const [index, at] of told.entries())
        expect(at - (told[index - 1] ?? -15_000)).toBeGreaterThanOrEqual(15_000);
      expect(hits.slice(0, -1).every(({ kind }) => kind === "matched")).toBe(true);
    }),
  );
});

const noisy = (watch: ReturnType<typeof createPatternWatch>, at: number) => [watch("x", at), watch("x", at + 1)];

test("three notices in a row with more behind each end it; a quiet one in between forgives", () => {
  const matched = { kind: "matched", pattern: "x" };
  const watch = createPatternWatch(["x"]);
  expect([0, 20_000, 40_000].map((at) => noisy(watch, at))).toEqual([
    [matched, null],
    [matched, null],
    [matched, { kind: "too-often", pattern: "x" }],
  ]);
  const forgiven = createPatternWatch(["x"]);
  noisy(forgiven, 0);
  noisy(forgiven, 20_000);
  expect(forgiven("x", 40_000)).toEqual(matched);
  expect(noisy(forgiven, 60_000)).toEqual([matched, null]);
});
