import { expect, test } from "vitest";
import { canonicalJson } from "../../text/canonical-json.ts";
import type { Message, ToolCall } from "../../domain/message.ts";
import { callsById } from "./cut-result.ts";
import { lineFor } from "./one-liners.ts";
import { prune } from "./prune.ts";

const call = (id: string, name: string, args: string): ToolCall => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const calling = (...tool_calls: readonly ToolCall[]): Message => ({ role: "assistant", content: "", tool_calls });
const result = (tool_call_id: string, content: string, name = "terminal"): Message => ({
  role: "tool",
  tool_call_id,
  name,
  tool_name: name,
  content,
});

function pruned(messages: readonly Message[], end = messages.length): readonly Message[] {
  const isInside = (index: number): boolean => index < end;
  return prune(messages, { isInside, calls: callsById(messages), idOf: () => null }).messages;
}

const lintCall = call("a", "terminal", '{"command":"make lint"}');

test("[CC-C30] of equal results the newest is kept, even behind the region; the older ones name it", () => {
  const text = "x".repeat(500);
  const list = ["a", "b", "c"].flatMap((id) => [calling(call(id, "terminal", "{}")), result(id, text)]);
  const after = pruned(list, 4).filter((message) => message.role === "tool");
  expect(after.map((message) => message.content)).toEqual([
    "[Same output as the newer call c]",
    "[Same output as the newer call c]",
    text,
  ]);
});

const cut = (length: number) => pruned([calling(lintCall), result("a", "y".repeat(length))])[1]?.content;

test("[CC-C31] a result of 201 characters becomes a line, one of 200 stays", () => {
  expect(cut(201)).toBe("[terminal] make lint: 1 line");
  expect(cut(200)).toBe("y".repeat(200));
});

test("[CC-C32] long arguments stay JSON: the path intact, the content cut", () => {
  const args = JSON.stringify({ path: "notes.md", content: "z".repeat(50_000) });
  const [after] = pruned([calling(call("w", "write_file", args))]);
  expect(after).toMatchObject({
    tool_calls: [
      { function: { arguments: canonicalJson({ path: "notes.md", content: `${"z".repeat(200)}...[truncated]` }) } },
    ],
  });
});

test("[CC-C33] arguments that are no JSON stay as they are", () => {
  const message = calling(call("w", "write_file", `{"content": ${"q".repeat(900)}`));
  expect(pruned([message])[0]).toBe(message);
});

test("[CC-C34] a result whose call is unknown is cleared with the fixed words", () => {
  expect(pruned([result("nobody", "r".repeat(300))])[0]?.content).toBe(
    "[Old tool output cleared to save context space]",
  );
});

test("a line ends with the id under which the full text is stored", () => {
  const list = [calling(lintCall), result("a", "y".repeat(300))];
  const { messages } = prune(list, { isInside: () => true, calls: callsById(list), idOf: () => 4711 });
  expect(messages[1]?.content).toBe("[terminal] make lint: 1 line #4711");
});

test.each([
  [
    "terminal",
    { command: "make lint" },
    JSON.stringify({ output: "a\nb\n", exit_code: 2 }),
    "make lint: exit 2, 2 lines",
  ],
  ["read_file", { path: "src/app.ts", offset: 40 }, "q".repeat(2_100), "src/app.ts from line 40: 2,100 chars"],
  ["write_file", { path: "notes.md", content: "a\nb\nc" }, "ok", "notes.md: 3 lines written"],
  ["search_files", { pattern: "TODO", path: "src" }, JSON.stringify({ total_count: 7 }), "'TODO' under src: 7 hits"],
  ["web_search", { query: "node lts" }, "abc", "'node lts': 3 chars"],
  ["delegate_task", { goal: "g".repeat(80) }, "abc", `'${"g".repeat(59)}…': 3 chars`],
  ["clarify", {}, JSON.stringify({ user_response: "use tabs" }), 'user responded: "use tabs"'],
  ["made_up", { a: 1, b: "v".repeat(60) }, "abcd", `a=1 b=${"v".repeat(39)}… (4 chars result)`],
  ["skill_view", { name: "deploy" }, "s".repeat(5_001), "deploy: 5,001 chars; load the skill again before using it"],
])("%s says in one line what it was asked and what came out", (tool, args, text, line) => {
  expect(lineFor({ tool, args, text })).toBe(`[${tool}] ${line}`);
});
