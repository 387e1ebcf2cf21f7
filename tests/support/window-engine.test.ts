import fc from "fast-check";
import { expect, test } from "vitest";
import type { CompressionRequest } from "../../src/domain/context-engine.ts";
import { callsOf, textOf, type Message } from "../../src/domain/message.ts";
import { windowEngine } from "./window-engine.ts";

const engine = (contextLength = 1_000) =>
  windowEngine({ model: "gpt-4o", contextLength, threshold: 0.5, targetRatio: 0.2 });

const asked = (messages: readonly Message[], force = false): CompressionRequest => ({
  messages,
  system: [],
  tools: [],
  currentTokens: 0,
  trigger: "post_tool",
  force,
  focusTopic: null,
  memoryContext: "",
  signal: new AbortController().signal,
});

const words = fc.string({ minLength: 1, maxLength: 400 });
const user = words.map((content): Message[] => [{ role: "user", content }]);
const spoken = words.map((content): Message[] => [{ role: "assistant", content }]);
const worked = fc
  .array(words, { minLength: 1, maxLength: 4 })
  .map((results): Message[] => [
    { role: "assistant", content: "", tool_calls: results.map((_, index) => callTo(`c${index}`)) },
    ...results.map((content, index) => resultOf(`c${index}`, content)),
  ]);
const turn = fc
  .tuple(user, fc.array(worked, { maxLength: 5 }), fc.option(spoken, { nil: [] }))
  .map(([asks, work, ends]) => [...asks, ...work.flat(), ...ends]);
const anyHistory = fc.array(turn, { minLength: 1, maxLength: 6 }).map((turns) => turns.flat());

test("whatever is left out, calls stay with their results and the newest question and the newest piece are kept", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, fc.integer({ min: 10, max: 20_000 }), fc.boolean(), async (history, length, force) => {
      const { messages = [], outcome } = await engine(length).compress(asked(history, force));
      expect(orphans(messages)).toEqual([]);
      expect(messages[0]?.role).toBe("user");
      expect(newestQuestion(messages).endsWith(newestQuestion(history))).toBe(true);
      expect(messages.at(-1)).toEqual(messages.length === 1 ? expect.anything() : history.at(-1));
      expect(outcome).toBe(messages.length < history.length ? "ok" : "noop");
    }),
  );
});

test("a note says how many messages were left out, over several rounds", async () => {
  const history: Message[] = Array.from({ length: 20 }, (_, index) => [
    { role: "user" as const, content: `question ${index} ${"x".repeat(100)}` },
    { role: "assistant" as const, content: `answer ${index}` },
  ]).flat();
  const { messages: once = [] } = await engine().compress(asked(history));
  const { messages: twice = [] } = await engine(100).compress(asked(once));
  expect(textOf(once[0]?.content ?? "")).toMatch(
    new RegExp(`^\\[${history.length - once.length} earlier messages were`),
  );
  expect(textOf(twice[0]?.content ?? "")).toMatch(
    new RegExp(`^\\[${history.length - twice.length} earlier messages were`),
  );
  expect(textOf(twice[0]?.content ?? "").match(/earlier messages/g)).toHaveLength(1);
});

test("it is time when the threshold is reached, and another model has another threshold", () => {
  const window = engine(1_000);
  expect([window.shouldCompress(499).yes, window.shouldCompress(500).yes]).toEqual([false, true]);
});

function callTo(id: string) {
  return { id, type: "function" as const, function: { name: "read_file", arguments: "{}" } };
}

function resultOf(id: string, content: string): Message {
  return { role: "tool", tool_call_id: id, name: "read_file", tool_name: "read_file", content };
}

function orphans(messages: readonly Message[]): readonly Message[] {
  let open = new Set<string>();
  return messages.filter((message) => {
    if (message.role !== "tool") {
      const stray = open.size > 0;
      open = new Set(callsOf(message).map((call) => call.id));
      return stray;
    }
    return !open.delete(message.tool_call_id);
  });
}

function newestQuestion(messages: readonly Message[]): string {
  const found = messages.findLast((message) => message.role === "user");
  return found === undefined ? "" : textOf(found.content);
}
