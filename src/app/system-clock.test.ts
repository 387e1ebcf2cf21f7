import { expect, test } from "vitest";
import { systemClock } from "./system-clock.ts";

test("a sleep ends early with the reason of its signal", async () => {
  const stop = new AbortController();
  const slept = systemClock.sleep(3_600_000, stop.signal);
  stop.abort(new Error("enough"));
  await expect(slept).rejects.toThrow("enough");
});

test("a deadline tells running out of time from being stopped", async () => {
  const stop = new AbortController();
  using ranOut = systemClock.deadline(1, stop.signal);
  using stopped = systemClock.deadline(3_600_000, stop.signal);
  await new Promise((resolve) => ranOut.signal.addEventListener("abort", resolve));
  stop.abort(new Error("enough"));
  expect([ranOut.expired(), stopped.expired(), stopped.signal.aborted]).toEqual([true, false, true]);
});

test("a deadline can be waited for, and a signal asked for afterwards has aborted with the same reason", async () => {
  const stop = new AbortController();
  using ranOut = systemClock.deadline(1, stop.signal);
  using stopped = systemClock.deadline(3_600_000, stop.signal);
  await ranOut.over;
  stop.abort(new Error("enough"));
  await stopped.over;
  expect([ranOut.signal.reason, stopped.signal.reason]).toEqual([
    expect.objectContaining({ name: "TimeoutError" }),
    new Error("enough"),
  ]);
});
