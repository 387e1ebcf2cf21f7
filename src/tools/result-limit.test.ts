import { mkdtempSync, readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limitStep, stepLimitFor } from "./result-limit.ts";
import { sweepSpills } from "./spill.ts";

const folder = (): string => mkdtempSync(join(tmpdir(), "hermes-limit-"));
const step = (...sizes: readonly number[]) =>
  sizes.map((size, index) => ({ callId: `c${index}`, content: "x".repeat(size), truncated: false }));

test("the largest results of a step go to files first, until the rest fits", () => {
  const spillFolder = folder();
  const limits = { resultChars: 100_000, previewChars: 10, spillFolder };
  const limited = limitStep(step(60_000, 50_000, 60_001), 80_000, limits);
  expect(limited.map(({ truncated }) => truncated)).toEqual([true, false, true]);
  expect(readdirSync(spillFolder).toSorted()).toEqual(["c0.txt", "c2.txt"]);
  expect(readFileSync(join(spillFolder, "c2.txt"), "utf8")).toBe("x".repeat(60_001));
});

test("a step within its limit stays as it is, and one with nothing left to spill ends", () => {
  const limits = { resultChars: 100_000, previewChars: 10, spillFolder: folder() };
  const small = step(10, 20);
  expect(limitStep(small, 30, limits)).toBe(small);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 3_000 }), { maxLength: 4 }), fc.nat({ max: 4_000 }), (sizes, limit) => {
      const limited = limitStep(step(...sizes), limit, limits);
      expect(limited.map(({ callId }) => callId)).toEqual(sizes.map((_, index) => `c${index}`));
      const total = limited.reduce((sum, { content }) => sum + content.length, 0);
      expect(total <= limit || limited.every(({ truncated }) => truncated)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("a small window means a smaller step", () => {
  expect([8_000, 100_000, 1_000_000].map((window) => stepLimitFor(window, 200_000))).toEqual([
    16_000, 120_000, 200_000,
  ]);
});

test("spill files go after a day", () => {
  const spillFolder = folder();
  for (const name of ["old.txt", "new.txt"]) writeFileSync(join(spillFolder, name), "");
  utimesSync(join(spillFolder, "old.txt"), 1_000_000, 1_000_000);
  utimesSync(join(spillFolder, "new.txt"), 1_050_000, 1_050_000);
  sweepSpills(spillFolder, 1_090_000_000);
  expect(readdirSync(spillFolder)).toEqual(["new.txt"]);
  sweepSpills(join(spillFolder, "missing"), 0);
});
