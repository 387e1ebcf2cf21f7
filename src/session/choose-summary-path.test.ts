import { expect, test } from "vitest";
import type { Prices } from "../domain/cost.ts";
import type { Runtime } from "../domain/runtime.ts";
import { modelRequest } from "../../tests/support/model-request.ts";
import { chooseSummaryPath, type PathFacts } from "./choose-summary-path.ts";

const size = { context: 100_000, middle: 75_000, summary: 5_000 };

function model(name: string, prices?: Prices): Runtime {
  const caching = { kind: "automatic", source: "a test" } as const;
  const runtime = { model: name, contextLength: 200_000, ...(prices === undefined ? {} : { prices }) };
  return modelRequest({ runtime, traits: { caching } }).runtime;
}

const opus = model("opus", { input: 5, output: 25, cache_read: 0.5, cache_write: 6.25 });
const haiku = model("haiku", { input: 1, output: 5, cache_read: 0.1, cache_write: 1.25 });
const tiny = model("tiny", { input: 0.1, output: 0.5, cache_read: 0.01, cache_write: 0.1 });

const facts = (over: Partial<PathFacts> = {}): PathFacts => ({
  setting: "auto",
  main: opus,
  side: { named: false, runtime: haiku },
  warm: true,
  ...over,
});
const beside = (runtime: Runtime | null, named = false) => facts({ side: { named, runtime } });

test.each([
  ["a warm cache at up to three times the side model's price is read", beside(haiku), "same-prefix"],
  ["a side model that costs a tenth is asked instead", beside(tiny), "auxiliary"],
  ["the main model beside itself is no choice", beside(opus), "same-prefix"],
  ["a price nobody knows does not count", beside(model("unpriced")), "same-prefix"],
  ["a model that was named for it is asked", beside(haiku, true), "auxiliary"],
  ["a cold cache would be paid in full", facts({ warm: false }), "auxiliary"],
  [
    "without anybody else the main model gets a fresh prompt",
    facts({ warm: false, side: { named: false, runtime: null } }),
    "main",
  ],
  ["a person may insist on the prefix", facts({ setting: "same_prefix", warm: false }), "same-prefix"],
  ["or on the side model", facts({ setting: "auxiliary" }), "auxiliary"],
  [
    "what does not fit the window goes elsewhere",
    facts({ main: { ...opus, contextLength: 110_000 }, setting: "same_prefix" }),
    "auxiliary",
  ],
])("%s", (_what, given, path) => {
  expect(chooseSummaryPath(size, given)).toBe(path);
});
