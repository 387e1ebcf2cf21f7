import { expect, test } from "vitest";
import { later } from "./later.ts";

test("it is loaded at the first call, and once", async () => {
  let loads = 0;
  const get = later(async () => (loads += 1));
  expect(loads).toBe(0);
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(await get()).toBe(1);
});

test("a load that failed is tried again", async () => {
  let loads = 0;
  const get = later(async () => {
    loads += 1;
    if (loads === 1) throw new Error("not there");
    return loads;
  });
  await expect(get()).rejects.toThrow("not there");
  expect(await get()).toBe(2);
});
