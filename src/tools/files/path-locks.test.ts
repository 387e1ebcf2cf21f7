import { expect, test } from "vitest";
import { createPathLocks } from "./path-locks.ts";

const { signal } = new AbortController();

async function work(): Promise<string> {
  return "ran";
}

async function fails(): Promise<never> {
  throw new Error("broken");
}

test("work on one path runs one after another, on others at once", async () => {
  const locks = createPathLocks();
  const told: string[] = [];
  const hold = (name: string, paths: readonly string[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = async (): Promise<void> => {
      told.push(`+${name}`);
      await promise;
      told.push(`-${name}`);
    };
    return { done: locks.holding(paths, held, signal), end: resolve };
  };
  const [first, second, third] = [hold("a", ["a", "a"]), hold("a again", ["a"]), hold("c", ["c"])];
  third.end();
  await third.done;
  expect(told).toEqual(["+a", "+c", "-c"]);
  second.end();
  first.end();
  await Promise.all([first.done, second.done]);
  expect(told).toEqual(["+a", "+c", "-c", "-a", "+a again", "-a again"]);
});

test("two that want the same paths in another order do not wait for each other for ever", async () => {
  const locks = createPathLocks();
  const both = [locks.holding(["a", "b"], work, signal), locks.holding(["b", "a"], work, signal)];
  expect(await Promise.all(both)).toEqual(["ran", "ran"]);
});

test("work that fails gives its paths back, and waiting ends with a stop", async () => {
  const locks = createPathLocks();
  await expect(locks.holding(["a"], fails, signal)).rejects.toThrow("broken");
  const stop = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const holder = locks.holding(["a"], () => promise, signal);
  const waiting = locks.holding(["a"], work, stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow("aborted");
  resolve();
  await holder;
  expect(await locks.holding(["a"], work, signal)).toBe("ran");
});
