import { expect, test } from "vitest";
import { readableHistory } from "./readable-history.ts";

test("messages of this program stay the objects they are", () => {
  const message = { role: "user", content: "a" };
  expect(readableHistory([message])[0]).toBe(message);
});

test("what other programs write differently is understood", () => {
  const foreign = [
    {
      role: "assistant",
      content: null,
      finish_reason: 7,
      tool_calls: [
        { id: 5, function: { name: "ls", arguments: { path: "." } } },
        { id: "x", type: "function", function: { name: "pwd", arguments: null } },
        { id: "no function" },
      ],
    },
    { role: "tool", tool_call_id: 5, content: [{ type: "text", text: "a" }, { type: "audio" }] },
    { role: "assistant", content: [{ type: "text", text: "b" }], tool_calls: null, reasoning: null },
    { role: "user", content: { text: "?" } },
  ];
  expect(readableHistory(foreign)).toEqual([
    {
      role: "assistant",
      content: "",
      tool_calls: [
        { id: "5", type: "function", function: { name: "ls", arguments: '{"path":"."}' } },
        { id: "x", type: "function", function: { name: "pwd", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "5", name: "", tool_name: "", content: [{ type: "text", text: "a" }] },
    { role: "assistant", content: "b" },
    { role: "user", content: "" },
  ]);
});

test("what is no message is left out", () => {
  expect(readableHistory([null, 5, {}, { role: "system", content: "x" }, { role: "function", content: "y" }])).toEqual(
    [],
  );
});
