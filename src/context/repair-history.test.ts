import fc from "fast-check";
import { expect, test } from "vitest";
import { callsOf, type Message } from "../domain/message.ts";
import { addToHistory, repairHistory } from "./repair-history.ts";

const user = (content: string): Message => ({ role: "user", content });
const says = (content: string): Message => ({ role: "assistant", content });
const calls = (...ids: string[]): Message => ({
  role: "assistant",
  content: "",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "terminal", arguments: "{}" } })),
});
const result = (id: string): Message => ({
  role: "tool",
  tool_call_id: id,
  name: "terminal",
  tool_name: "terminal",
  content: "done",
});

test("a history that is right keeps its identity", () => {
  const history = [user("a"), calls("1", "2"), result("1"), result("2"), says("b")];
  expect(repairHistory(history)).toBe(history);
});

test("results come in call order, strays and doubles go, a missing one is said to be unknown", () => {
  const repaired = repairHistory([user("a"), calls("1", "2", "3"), result("9"), result("2"), result("1"), result("1")]);
  expect(repaired.slice(2, 4)).toEqual([result("1"), result("2")]);
  expect(repaired[4]).toMatchObject({ role: "tool", tool_call_id: "3", effect_disposition: "unknown" });
  expect(repaired).toHaveLength(5);
});

test("an unanswered question joins the next one", () => {
  expect(repairHistory([user("a"), user("b"), says("c")])).toEqual([user("a\n\nb"), says("c")]);
});

test("calls of one id in one message are one call, and a result may name either id of its call", () => {
  const asked: Message = {
    role: "assistant",
    content: "",
    tool_calls: [{ id: "1", call_id: "item", type: "function", function: { name: "terminal", arguments: "{}" } }],
  };
  expect(repairHistory([user("a"), asked, result("item")])[2]).toEqual(result("1"));
  expect(repairHistory([user("a"), calls("1", "1"), result("1"), result("1")])).toEqual([
    user("a"),
    calls("1"),
    result("1"),
  ]);
});

const withArguments = (text: string): Message => ({
  role: "assistant",
  content: "",
  tool_calls: [{ id: "1", type: "function", function: { name: "terminal", arguments: text } }],
});

test.each(["", '{"a":', "not json"])("stored arguments %j become an empty object", (text) => {
  expect(repairHistory([user("a"), withArguments(text), result("1")])[1]).toEqual(withArguments("{}"));
});

test("arguments that can still be read keep their text, and nothing is said about them", () => {
  const history = [user("a"), withArguments('{"a":1,}'), result("1")];
  expect(repairHistory(history)).toBe(history);
});

test("the result of a call whose arguments were lost says so, also where it was missing", () => {
  const lost = repairHistory([user("a"), withArguments("{{"), result("1"), user("b"), withArguments("{{"), user("c")]);
  const notes = lost.flatMap((message) => (message.role === "tool" ? [message.content] : []));
  expect(notes).toEqual([
    expect.stringMatching(/^\[The stored arguments[^\n]*\]\ndone$/),
    expect.stringMatching(/^\[The stored arguments[^\n]*\]\n.*effect is unknown/i),
  ]);
  expect(repairHistory(lost)).toBe(lost);
});

test("a question joins one that was never answered, and leaves sent messages alone", () => {
  const sent = [user("a"), withArguments("{{"), result("1"), says("b")];
  const history = addToHistory(sent, user("c"));
  expect(history).toEqual([...sent, user("c")]);
  expect(addToHistory([user("a")], user("b"))).toEqual([user("a\n\nb")]);
});

const anyMessage = fc.oneof(
  fc.string().map(user),
  fc.string({ minLength: 1 }).map(says),
  fc.uniqueArray(fc.constantFrom("1", "2", "3"), { minLength: 1 }).map((ids) => calls(...ids)),
  fc.constantFrom("1", "2", "3").map(result),
);

test("whatever was stored, roles alternate, every call has its result behind it, and nothing changes twice", () => {
  fc.assert(
    fc.property(fc.array(anyMessage), (history) => {
      const repaired = repairHistory(history);
      expect(repairHistory(repaired)).toBe(repaired);
      const spoken = repaired.filter((message) => message.role !== "tool");
      spoken.forEach((message, index) => {
        const next = spoken[index + 1];
        if (callsOf(message).length === 0) expect(next?.role).not.toBe(message.role);
      });
      repaired.forEach((message, index) => {
        const expected = callsOf(message).map((call) => call.id);
        const following = repaired.slice(index + 1, index + 1 + expected.length);
        expect(following.map((each) => (each.role === "tool" ? each.tool_call_id : null))).toEqual(expected);
      });
    }),
  );
});
