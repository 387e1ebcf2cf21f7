import { expect, test } from "vitest";
import { createMutex } from "./mutex.ts";

const never = new AbortController().signal;

test("work under the lock never overlaps and runs in the order of asking, also after a failure", async () => {
  const lock = createMutex();
  const told: string[] = [];
  const work = (name: string) => async () => {
    told.push(`+${name}`);
    await Promise.resolve();
    told.push(`-${name}`);
    if (name === "b") throw new Error("b");
    return name;
  };
  const ends = await Promise.allSettled(["a", "b", "c"].map((name) => lock.run(work(name), never)));
  expect(told).toEqual(["+a", "-a", "+b", "-b", "+c", "-c"]);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await lock.run(work("d"), never)).toBe("d");
});

test("who gives up waiting does no work, and those behind still wait for those in front", async () => {
  const lock = createMutex();
  const gate = Promise.withResolvers<void>();
  const stop = new AbortController();
  const told: string[] = [];
  const first = lock.run(() => gate.promise, never);
  const second = lock.run(async () => told.push("second"), stop.signal);
  const third = lock.run(async () => told.push("third"), never);
  stop.abort();
  expect(await second).toBeNull();
  expect(told).toEqual([]);
  gate.resolve();
  await Promise.all([first, third]);
  expect(told).toEqual(["third"]);
  expect(await lock.run(async () => told.push("late"), stop.signal)).toBeNull();
});
