import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToolCall } from "../domain/message.ts";
import { meantCall } from "./meant-call.ts";

const callOf = (name: string, text: string): ToolCall => ({
  id: "c",
  type: "function",
  function: { name, arguments: text },
});

test.each([
  ['{"name":"a","arguments":{"n":1}}', '{"n":1}'],
  [String.raw`{"name":"a","arguments":"{\"n\":1}"}`, '{"n":1}'],
  ['{"name":"a","arguments":null}', "{}"],
  ['{"name":"a"}', "{}"],
])("%s is a call of a with %s", (text, args) => {
  expect(meantCall(callOf("tool_call", text))).toEqual(callOf("a", args));
});

test.each([
  "",
  "{",
  "[]",
  '{"arguments":{}}',
  '{"name":1}',
  '{"name":"a","arguments":[1]}',
  '{"name":"a","arguments":"x"}',
])("%s names no call inside and stays what it is", (text) => {
  const call = callOf("tool_call", text);
  expect(meantCall(call)).toBe(call);
});

test("every other call is itself, and what is inside comes out as it went in", () => {
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (name, args) => {
      const text = JSON.stringify({ name, arguments: args });
      const inner = meantCall(callOf("tool_call", text)).function;
      expect({ name: inner.name, args: JSON.parse(inner.arguments) as unknown }).toEqual({
        name,
        args: JSON.parse(JSON.stringify(args)) as unknown,
      });
      const plain = callOf(`x${name}`, text);
      expect(meantCall(plain)).toBe(plain);
    }),
  );
});
