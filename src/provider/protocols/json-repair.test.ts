import { expect, test } from "vitest";
import { canonicalArguments, settleArguments } from "./json-repair.ts";

test("arguments on the wire are sorted and without white space, and {} when nothing can be read", () => {
  expect(canonicalArguments('{"b": 1, "a": {"d": 2, "c": 3}}')).toBe('{"a":{"c":3,"d":2},"b":1}');
  expect(canonicalArguments('{"a":"half')).toBe("{}");
});

test("fresh arguments keep their own text, and text that cannot be read is never turned into {}", () => {
  expect(settleArguments('{"b": 1}')).toEqual({ text: '{"b": 1}', state: "whole" });
  expect(settleArguments('{"a":1,}')).toEqual({ text: '{"a":1}', state: "whole" });
  expect(settleArguments('{"a":"half')).toEqual({ text: '{"a":"half', state: "truncated" });
  expect(settleArguments("{path: b}")).toEqual({ text: "{path: b}", state: "invalid" });
});
