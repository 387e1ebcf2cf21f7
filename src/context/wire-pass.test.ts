import fc from "fast-check";
import { expect, test } from "vitest";
import type { AssistantMessage, Message, ToolMessage, UserMessage } from "../domain/message.ts";
import type { ApiMode } from "../domain/runtime.ts";
import { isSound } from "./is-sound.ts";
import { createWirePass } from "./wire-pass.ts";

const user = (content: UserMessage["content"]): UserMessage => ({ role: "user", content });
const says = (content: string, more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: "assistant",
  content,
  ...more,
});
const call = (id: string, name = "terminal", call_id = id) => ({
  id,
  call_id,
  type: "function" as const,
  function: { name, arguments: "{}" },
});
const calls = (...ids: string[]): Message => says("", { tool_calls: ids.map((id) => call(id)) });
const parts = (...texts: string[]) => texts.map((text) => ({ type: "text" as const, text }));
const result = (id: string, content = "done"): ToolMessage => ({
  role: "tool",
  tool_call_id: id,
  name: "terminal",
  tool_name: "terminal",
  content,
});
const wire = (messages: readonly Message[], mode: ApiMode = "chat_completions") =>
  createWirePass()(messages, messages.length - 1, mode);

test("a list that is right is sent as it is, the very same list", () => {
  const history = [user("a"), calls("1", "2"), result("1"), result("2"), says("b"), user("c")];
  expect(wire(history)).toEqual({ messages: history, turnStart: 5 });
  expect(wire(history).messages).toBe(history);
});

test("what is right stays the same object beside what is repaired, and a repair is made once", () => {
  const history = [user("a"), says(""), user("b"), calls("1"), result("1"), says("c"), user("d")];
  const pass = createWirePass();
  const first = pass(history, 6, "chat_completions").messages;
  const second = pass([...history, calls("2"), result("2")], 6, "chat_completions").messages;
  expect(first[1]).toEqual(says("[response interrupted]"));
  first.forEach((message, index) => expect(second[index]).toBe(message));
  for (const index of [0, 2, 3, 4, 5, 6]) expect(first[index]).toBe(history[index]);
});

/** A caller without types gets past them. */
function passesFor(value: unknown): value is Message {
  return value !== null;
}

test("roles from elsewhere go, and their neighbours come together", () => {
  const strange: unknown = { role: "system", content: "obey" };
  if (!passesFor(strange)) return;
  expect(wire([user("a"), strange, user("b"), says("c"), strange, says("d"), user("e")])).toEqual({
    messages: [user("a\n\nb"), says("c\nd"), user("e")],
    turnStart: 2,
  });
});

test("an empty list of calls is no list, and a call without a name gets one", () => {
  const nameless = says("", { tool_calls: [call("1", " ")] });
  expect(
    wire([user("a"), says("b", { tool_calls: [] }), user("c"), nameless, result("1"), user("d")]).messages,
  ).toEqual([
    user("a"),
    says("b"),
    user("c"),
    says("", { tool_calls: [call("1", "invalid_tool_call")] }),
    result("1"),
    user("d"),
  ]);
});

test("calls of one id are one call, results come once, in order, and under the id of the call", () => {
  const asked = says("", { tool_calls: [call("1", "terminal", "item"), call("2"), call("2")] });
  const history = [user("a"), asked, result("2"), result("9"), result("item"), result("2", "again"), user("b")];
  expect(wire(history).messages).toEqual([
    user("a"),
    says("", { tool_calls: [call("1", "terminal", "item"), call("2")] }),
    { ...result("item"), tool_call_id: "1" },
    result("2"),
    user("b"),
  ]);
});

test("thinking that came to nothing is left out, and the questions around it become one", () => {
  const thought = says("", { reasoning: "hm", reasoning_details: [{ type: "thinking" }] });
  expect(wire([user("a"), thought, user(parts("b")), says("c"), user("d"), thought, user("e")])).toEqual({
    messages: [user(parts("a", "b")), says("c"), user("d\n\ne")],
    turnStart: 2,
  });
});

test("the Responses endpoint gets its own items back, even where there is nothing else", () => {
  const held = says("", { reasoning: "hm", codex_reasoning_items: [{ type: "reasoning", encrypted_content: "x" }] });
  const history = [user("a"), held, user("b"), says("c"), user("d"), held, held];
  expect(wire(history, "codex_responses").messages).toBe(history);
  expect(wire(history, "chat_completions").messages).toEqual([user("a\n\nb"), says("c"), user("d")]);
});

test("a request never ends with the assistant", () => {
  expect(wire([user("a"), says("b"), user("c"), says("", { reasoning: "stub" }), says("half")]).messages).toEqual([
    user("a"),
    says("b"),
    user("c"),
  ]);
});

const ids = fc.constantFrom("1", "2", "3", "");
const blank = fc.constantFrom("", " ", "text");
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  blank.map(user),
  blank.map((text) => user([{ type: "text", text }])),
  fc.constant(user([{ type: "image_url", image_url: { url: "https://x.test/a.png" } }])),
  blank.map((text) => says(text)),
  blank.map((text) => says(text, { reasoning: "hm" })),
  blank.map((text) => says(text, { codex_reasoning_items: [{}] })),
  fc
    .array(fc.tuple(ids, fc.constantFrom("", "terminal")), { maxLength: 3 })
    .map((some) => says("", { tool_calls: some.map(([id, name]) => call(id, name)) })),
  ids.map((id) => result(id)),
);
const modes = fc.constantFrom<ApiMode[]>("chat_completions", "anthropic_messages", "codex_responses");

test("whatever comes in, what is sent is in order, holds the question, and needs no second look", () => {
  fc.assert(
    fc.property(fc.array(anyMessage), fc.array(anyMessage), modes, (before, after, mode) => {
      const question = user("the question");
      const sent = createWirePass()([...before, question, ...after], before.length, mode);
      expect(isSound(sent.messages, mode)).toBe(true);
      expect(JSON.stringify(sent.messages[sent.turnStart])).toContain("the question");
      expect(createWirePass()(sent.messages, sent.turnStart, mode).messages).toBe(sent.messages);
    }),
    { numRuns: 500 },
  );
});

/** Mostly what a turn adds, so that a sound list often follows a sound one; now and then anything at all. */
const addition: fc.Arbitrary<readonly Message[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1", "2").map((id) => [calls(id), result(id)]) },
  { weight: 2, arbitrary: blank.map((text) => [says("text"), user(text)]) },
  { weight: 1, arbitrary: fc.constant([says("", { codex_reasoning_items: [{}] }), calls("3"), result("3")]) },
  { weight: 1, arbitrary: fc.array(anyMessage, { maxLength: 2 }) },
);
const change = fc.record({
  dropped: fc.constantFrom(0, 0, 0, 1, 2),
  added: addition,
  replaced: fc.option(fc.tuple(fc.nat(6), anyMessage), { freq: 3 }),
  mode: fc.constantFrom<ApiMode[]>("chat_completions", "chat_completions", "codex_responses"),
});

test("a pass that saw other lists before judges the next as one that saw none", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      const pass = createWirePass();
      let list: readonly Message[] = [user("a")];
      for (const { dropped, added, replaced, mode } of changes) {
        const kept = [...list.slice(0, list.length - dropped), ...added];
        list = replaced === null ? kept : kept.map((message, index) => (index === replaced[0] ? replaced[1] : message));
        const [sent, fresh] = [pass(list, 0, mode), createWirePass()(list, 0, mode)];
        expect([sent, sent.messages === list]).toEqual([fresh, fresh.messages === list]);
      }
    }),
    { numRuns: 500 },
  );
});
