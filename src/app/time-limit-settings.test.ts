import { expect, test } from "vitest";
import { staleGiveUp } from "./time-limit-settings.ts";

test.each([
  [undefined, 5],
  ["", 5],
  ["0", Infinity],
  [" 2 ", 2],
  ["-1", 5],
  ["many", 5],
  ["1.5", 5],
])("HERMES_STREAM_STALE_GIVEUP=%s gives up after %s", (value, times) => {
  expect(staleGiveUp({ HERMES_STREAM_STALE_GIVEUP: value })).toBe(times);
});
