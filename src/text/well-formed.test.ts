import { expect, test } from "vitest";
import { wellFormed } from "./well-formed.ts";

test("a lone surrogate is replaced wherever it stands, pairs stay", () => {
  expect(wellFormed({ a: ["x\ud83d", { "k\udc00": "😀" }] })).toEqual({ a: ["x\ufffd", { "k\ufffd": "😀" }] });
});

test("a clean value keeps its identity", () => {
  const value = { a: ["x", { b: "😀" }], n: 1, none: null };
  expect(wellFormed(value)).toBe(value);
});
