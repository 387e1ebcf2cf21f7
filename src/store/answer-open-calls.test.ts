import fc from "fast-check";
import { expect, test } from "vitest";
import { callsOf, type Message, type ToolCall } from "../domain/message.ts";
import { answerOpenCalls } from "./answer-open-calls.ts";

const callOf = (id: string): ToolCall => ({ id, type: "function", function: { name: "run", arguments: "{}" } });
const resultOf = (id: string): Message => ({
  role: "tool",
  tool_call_id: id,
  name: "run",
  tool_name: "run",
  content: id,
});

/** A batch with some of its results, in any order. */
const batch = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 })
  .chain((ids) => fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids)))
  .map(([ids, answered]): readonly Message[] => [
    { role: "assistant", content: "", tool_calls: ids.map(callOf) },
    ...answered.map(resultOf),
  ]);
const history = fc
  .array(fc.oneof(batch, fc.constant<readonly Message[]>([{ role: "user", content: "go" }])), { maxLength: 5 })
  .map((pieces) => pieces.flat());

test("afterwards every call has one result, real results are kept, and doing it again changes nothing", () => {
  fc.assert(
    fc.property(history, (before) => {
      const after = answerOpenCalls(before);
      after.forEach((message, at) => {
        const wanted = callsOf(message).map(({ id }) => id);
        const next = after.slice(at + 1, at + 1 + wanted.length);
        const given = next.map((result) => (result.role === "tool" ? result.tool_call_id : result.role));
        expect(given.toSorted()).toEqual(wanted.toSorted());
      });
      expect(before.every((message) => after.includes(message))).toBe(true);
      expect(answerOpenCalls(after)).toEqual(after);
    }),
  );
});

test("a complete history comes back as it is, in the order it was stored", () => {
  const whole: Message[] = [
    { role: "assistant", content: "", tool_calls: ["a", "b"].map(callOf) },
    resultOf("b"),
    resultOf("a"),
    { role: "user", content: "go on" },
  ];
  expect(answerOpenCalls(whole)).toEqual(whole);
});
