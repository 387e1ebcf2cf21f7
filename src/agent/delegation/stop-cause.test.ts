import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { askedTime } from "./asked-time.ts";
import { stopCause } from "./stop-cause.ts";

/** A child whose signs of life the test gives, and what it was stopped for and when. */
function watched(timeoutMs: number | null) {
  const clock = new FakeClock(0);
  const stop = new AbortController();
  const over = new AbortController();
  const state = { sign: 0, inTool: false };
  const stopped: string[] = [];
  const watch = { lastSignMs: () => state.sign, isInTool: () => state.inTool };
  const asked = askedTime(clock);
  const cause = stopCause({ watch, asked, timeoutMs, clock, signal: stop.signal }, over.signal);
  const done = cause.then((name) => stopped.push(`${name} at ${clock.now() / 1_000} s`));
  return { clock, stop, over, state, stopped, done };
}

test("silence counts from the last sign, and longer inside a tool", async () => {
  const { clock, state, stopped } = watched(null);
  await clock.advance(400_000);
  state.sign = 400_000;
  await clock.advance(400_000);
  state.inTool = true;
  await clock.advance(799_000);
  expect(stopped).toEqual([]);
  await clock.advance(10_000);
  expect(stopped).toEqual(["stalled at 1600 s"]);
});

test("the time limit comes however lively the child is", async () => {
  const { clock, state, stopped } = watched(60_000);
  state.sign = 59_000;
  await clock.advance(120_000);
  expect(stopped).toEqual(["timeout at 60 s"]);
});

test("the parent's stop comes at once, also when it came before", async () => {
  const { stop, stopped, done } = watched(60_000);
  stop.abort();
  await done;
  expect(stopped).toEqual(["interrupted at 0 s"]);
});

test("a child that has ended is stopped for nothing", async () => {
  const { clock, over, stopped } = watched(60_000);
  over.abort();
  await clock.advance(2_000_000);
  expect(stopped).toEqual([]);
});
