import fc from "fast-check";
import { expect, test } from "vitest";
import { callsOf, type Message, type ToolCall, type ToolMessage } from "../domain/message.ts";
import { repairForeign, repairHistory } from "./repair-history.ts";
import { type IsReadOnly, missingResult } from "./settle-batches.ts";

const isReadOnly: IsReadOnly = (call) => call.function.name === "read";
const nameOf = (id: string): string => (id.startsWith("r") ? "read" : "write");
const user = (content: string): Message => ({ role: "user", content });
const says = (content: string): Message => ({ role: "assistant", content });
const callOf = (id: string): ToolCall => ({
  id,
  type: "function",
  function: { name: nameOf(id), arguments: "{}" },
});
const calls = (...ids: string[]): Message => ({ role: "assistant", content: "", tool_calls: ids.map(callOf) });
const result = (id: string, content = "done"): ToolMessage => ({
  role: "tool",
  tool_call_id: id,
  name: nameOf(id),
  tool_name: nameOf(id),
  content,
});
const missing = (id: string): ToolMessage => missingResult(callOf(id), id.startsWith("r"));
const stopped = '{"error":"Cancelled by the user while it ran."}';
const holding = (text: string): unknown => expect.stringContaining(text);
const load = (...history: readonly Message[]): readonly Message[] => repairHistory(history, isReadOnly);

test("calls that only read and were never answered are forgotten, and the questions around them are one", () => {
  expect(load(user("a"), calls("r1", "r2"))).toEqual([user("a")]);
  expect(load(user("a"), calls("r1"), user("b"), says("c"))).toEqual([user("a\n\nb"), says("c")]);
});

test("a batch that may have changed something stays; each missing result says what that call may have done", () => {
  expect(load(user("a"), calls("w1", "r1"))).toEqual([user("a"), calls("w1", "r1"), missing("w1"), missing("r1")]);
  expect([missing("w1"), missing("r1")]).toMatchObject([
    { content: holding("effect is unknown: inspect the state"), effect_disposition: "unknown" },
    { content: holding("changes nothing"), effect_disposition: "none" },
  ]);
});

test("results that are there are kept, of reading calls too", () => {
  expect(load(user("a"), calls("w1", "w2"), result("w1"))).toEqual([
    user("a"),
    calls("w1", "w2"),
    result("w1"),
    missing("w2"),
  ]);
  expect(load(user("a"), calls("r1", "r2"), result("r1"))).toEqual([
    user("a"),
    calls("r1", "r2"),
    result("r1"),
    missing("r2"),
  ]);
});

test("of batches that were stopped, reading ones go and the others say that their effect is unknown", () => {
  expect(load(user("a"), calls("r1", "r2"), result("r1"), result("r2", stopped))).toEqual([user("a")]);
  const [, , real, doubted] = load(user("a"), calls("w1", "w2"), result("w1"), result("w2", stopped), user("b"));
  expect(real).toEqual(result("w1"));
  expect(doubted).toEqual({
    ...result("w2", `${stopped}\n\n[Its effect is unknown: inspect the state before you repeat it.]`),
    effect_disposition: "unknown",
  });
  const never: ToolMessage = { ...result("w1", stopped), effect_disposition: "none" };
  expect(load(user("a"), calls("w1"), never)[2]).toBe(never);
});

test("a batch that was followed by a reply is left as it was sent", () => {
  const history = [user("a"), calls("r1"), result("r1", stopped), says("Stopped."), user("b")];
  expect(repairHistory(history, isReadOnly)).toBe(history);
});

test("where a batch is forgotten, the one before it is looked at as the last", () => {
  const before = [user("a"), calls("w1"), result("w1", stopped)];
  expect(load(...before, calls("r1"))).toEqual(load(...before));
});

test("in a history from elsewhere only the end can have been cut off", () => {
  const handed = [user("a"), calls("r1"), user("b"), says("c"), user("d"), calls("r2")];
  expect(repairForeign(handed, isReadOnly)).toEqual([
    user("a"),
    calls("r1"),
    missingResult(callOf("r1"), false),
    user("b"),
    says("c"),
    user("d"),
  ]);
});

const ids = fc.uniqueArray(fc.constantFrom("r1", "r2", "w1", "w2"), { minLength: 1 });
const anyMessage = fc.oneof(
  fc.string().map(user),
  fc.string({ minLength: 1 }).map(says),
  ids.map((some) => calls(...some)),
  fc
    .tuple(fc.constantFrom("r1", "r2", "w1", "w2"), fc.constantFrom("done", stopped))
    .map(([id, text]) => result(id, text)),
);

test("whatever a crash left, all calls that may have changed something stay, all pair up, and nothing changes twice", () => {
  fc.assert(
    fc.property(fc.array(anyMessage), (history) => {
      const loaded = repairHistory(history, isReadOnly);
      expect(repairHistory(loaded, isReadOnly)).toBe(loaded);
      const writes = (messages: readonly Message[]): number =>
        messages.flatMap(callsOf).filter((call) => !isReadOnly(call)).length;
      expect(writes(loaded)).toBe(writes(repairHistory(history)));
      loaded.forEach((message, index) => {
        const wanted = callsOf(message).map(({ id }) => id);
        const next = loaded.slice(index + 1, index + 1 + wanted.length);
        expect(next.map((each) => (each.role === "tool" ? each.tool_call_id : null))).toEqual(wanted);
      });
    }),
  );
});
