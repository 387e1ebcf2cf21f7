import { expect, test } from "vitest";
import { ask } from "../../../tests/support/ask-simulator.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { createSimulator } from "../handler.ts";

const judge = (body: unknown): string =>
  ask(
    createSimulator({ clock: new FakeClock(), scenario: { steps: [{ repeat: "forever" }] } }),
    "/v1/chat/completions",
    body,
  );

const hi = { role: "user", content: "hi" };
const base = { model: "gpt-5", messages: [hi] };
const gateway = { model: "anthropic/claude-sonnet-5", messages: [hi] };
const withMessages = (...messages: readonly object[]): object => ({ ...base, messages });
const call = (id: string): object => ({ id, type: "function", function: { name: "t", arguments: "{}" } });
const calls = (...ids: readonly string[]): object => ({ role: "assistant", content: null, tool_calls: ids.map(call) });
const result = (id: string): object => ({ role: "tool", tool_call_id: id, content: "r" });
const tool = (name: string, parameters: object = { type: "object", properties: {} }): object => ({
  type: "function",
  function: { name, parameters },
});
const image = (url: string): object => ({ role: "user", content: [{ type: "image_url", image_url: { url } }] });
const long = "x".repeat(80);

test.each<[string, object]>([
  ["plain text", base],
  ["two calls, answered in any order", withMessages(hi, calls("a", "b"), result("b"), result("a"))],
  ["an id that comes again once answered", withMessages(hi, calls("a"), result("a"), calls("a"), result("a"))],
  ["an empty user message", withMessages({ role: "user", content: "" })],
  ["an image", withMessages(image("data:image/png;base64,aGk="))],
  [
    "a gateway's reasoning and markers",
    {
      ...gateway,
      reasoning: { enabled: true },
      messages: [{ role: "user", content: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }] }],
    },
  ],
  [
    "a breakpoint from 5.6 on",
    {
      model: "gpt-5.6",
      messages: [
        { role: "user", content: [{ type: "text", text: "x", prompt_cache_breakpoint: { mode: "explicit" } }] },
      ],
    },
  ],
])("%s is accepted", (_name, body) => {
  expect(judge(body)).toMatch(/^200 /);
});

test.each<[string, unknown, string]>([
  ["no JSON", "nonsense", "could not parse the JSON body"],
  ["a lone surrogate", '{"model":"gpt-5","messages":[{"role":"user","content":"\\udc00"}]}', "surrogate"],
  ["no messages", { model: "gpt-5" }, "Missing required parameter: 'messages'."],
  ["an empty list of messages", { ...base, messages: [] }, "Invalid 'messages': empty array."],
  ["an unknown parameter", { ...base, foo: 1 }, "Unknown parameter: 'foo'."],
  ["an unknown key in a message", withMessages({ ...hi, timestamp: 1 }), "Unknown parameter: 'messages[0].timestamp'."],
  ["an unknown role", withMessages({ role: "bot", content: "x" }), "Invalid value: 'bot'."],
  ["a content of the wrong type", withMessages({ role: "user", content: 5 }), "Invalid type for 'messages[0].content'"],
  ["an open call", withMessages(hi, calls("a", "b"), result("a"), hi), "did not have response messages: b"],
  ["an open call at the end", withMessages(hi, calls("a")), "did not have response messages: a"],
  [
    "a result without a call",
    withMessages(hi, result("a")),
    "must be a response to a preceeding message with 'tool_calls'",
  ],
  [
    "a result for another call",
    withMessages(hi, calls("a"), result("a"), result("z")),
    "'tool_call_id' of 'z' not found",
  ],
  [
    "two results for one call",
    withMessages(hi, calls("a"), result("a"), result("a")),
    "Duplicate value for 'tool_call_id' of 'a'",
  ],
  ["two calls of one id", withMessages(hi, calls("a", "a"), result("a")), "Duplicate value for 'tool_call_id' of 'a'"],
  ["a silent assistant", withMessages(hi, { role: "assistant", content: null }, hi), "expected a string, got null"],
  [
    "an empty list of calls",
    withMessages(hi, { role: "assistant", content: "x", tool_calls: [] }, hi),
    "Invalid 'messages[1].tool_calls': empty array.",
  ],
  ["a long call id", withMessages(hi, calls(long), result(long)), "maximum length 40, but got a string with length 80"],
  [
    "foreign reasoning",
    withMessages(hi, { role: "assistant", content: "x", reasoning_content: "y" }, hi),
    "Unknown parameter: 'messages[1].reasoning_content'.",
  ],
  [
    "a foreign marker",
    withMessages({ role: "user", content: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }] }),
    "Unknown parameter: 'cache_control'.",
  ],
  [
    "a breakpoint before 5.6",
    withMessages({
      role: "user",
      content: [{ type: "text", text: "x", prompt_cache_breakpoint: { mode: "explicit" } }],
    }),
    "Unknown parameter: 'prompt_cache_breakpoint'.",
  ],
  ["max_tokens on a reasoning model", { ...base, max_tokens: 5 }, "Use 'max_completion_tokens' instead."],
  ["a temperature on a reasoning model", { ...base, temperature: 0.2 }, "Only the default (1) value is supported."],
  ["an effort the model lacks", { ...base, reasoning_effort: "ultra" }, "'reasoning_effort' does not support 'ultra'"],
  [
    "stream options without a stream",
    { ...base, stream_options: { include_usage: true } },
    "only allowed when 'stream' is enabled",
  ],
  ["a choice without tools", { ...base, tool_choice: "auto" }, "only allowed when 'tools' are specified"],
  ["no tools in the list", { ...base, tools: [] }, "Invalid 'tools': empty array."],
  ["two tools of one name", { ...base, tools: [tool("t"), tool("t")] }, "duplicate function name 't'"],
  [
    "a bad tool name",
    { ...base, tools: [tool("a b")] },
    "Invalid 'tools[0].function.name': string does not match pattern",
  ],
  [
    "a schema that is no object",
    { ...base, tools: [tool("t", { type: "string" })] },
    "schema must be a JSON Schema of 'type: \\\"object\\\"'",
  ],
  [
    "an array without items",
    { ...base, tools: [tool("t", { type: "object", properties: { a: { type: "array" } } })] },
    "array schema missing items",
  ],
  [
    "a choice that is not offered",
    { ...base, tools: [tool("t")], tool_choice: { type: "function", function: { name: "u" } } },
    "Tool choice 'u' not found",
  ],
  ["a broken image", withMessages(image("data:image/png;base64,??")), "Invalid base64 image_url."],
  ["an image of another kind", withMessages(image("data:image/bmp;base64,aGk=")), "unsupported image"],
  ["a long cache key", { ...base, prompt_cache_key: "x".repeat(65) }, "string too long"],
  [
    "an assistant last at a gateway",
    { ...gateway, messages: [hi, { role: "assistant", content: "So" }] },
    "Expected last role User or Tool",
  ],
])("%s is refused in the vendor's words", (_name, body, words) => {
  const answer = judge(body);
  expect(answer).toMatch(/^400 {"error":{"message":".*"type":"invalid_request_error"/s);
  expect(answer).toContain(words);
});
