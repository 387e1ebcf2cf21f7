import { expect, test } from "vitest";
import { ask } from "../../../tests/support/ask-simulator.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { createSimulator } from "../handler.ts";
import { createSeal } from "../seal.ts";

const secret = "secret";
const sonnet5 = "claude-sonnet-5";
const sonnet4 = "claude-sonnet-4-5";
const judge = (body: unknown): string =>
  ask(
    createSimulator({ clock: new FakeClock(), secret, scenario: { steps: [{ repeat: "forever" }] } }),
    "/v1/messages",
    body,
  );

const hi = { role: "user", content: "hi" };
const base = { model: sonnet5, max_tokens: 2_000, messages: [hi] };
const withMessages = (...messages: readonly object[]): object => ({ ...base, messages });
const use = (id: string): object => ({ type: "tool_use", id, name: "t", input: {} });
const result = (id: string, more: object = {}): object => ({
  type: "tool_result",
  tool_use_id: id,
  content: "r",
  ...more,
});
const calls = (...ids: readonly string[]): object => ({ role: "assistant", content: ids.map(use) });
const results = (...ids: readonly string[]): object => ({ role: "user", content: ids.map((id) => result(id)) });
const marked = (ttl?: string): object => ({
  type: "text",
  text: "x",
  cache_control: { type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) },
});
const tool = (name: string, input_schema: object = { type: "object" }): object => ({ name, input_schema });
const thought = (thinking: string): object => ({
  type: "thinking",
  thinking,
  signature: createSeal(secret).sign(thinking),
});
const budget = { type: "enabled", budget_tokens: 1_024 };

test.each<[string, object]>([
  ["plain text", base],
  ["a pair", withMessages(hi, calls("a"), results("a"))],
  ["two calls and their results in one message", withMessages(hi, calls("a", "b"), results("b", "a"))],
  ["text behind the results", withMessages(hi, calls("a"), { role: "user", content: [result("a"), marked()] })],
  [
    "four markers, long ones first",
    withMessages({ role: "user", content: [marked("1h"), marked("1h"), marked(), marked()] }),
  ],
  ["signed thinking", withMessages(hi, { role: "assistant", content: [thought("hm"), use("a")] }, results("a"))],
  ["a budget on an older model", { ...base, model: sonnet4, thinking: budget, temperature: 1 }],
  ["an effort of a newer model", { ...base, thinking: { type: "adaptive" }, output_config: { effort: "max" } }],
  [
    "a prefilled answer on an older model",
    { ...base, model: sonnet4, messages: [hi, { role: "assistant", content: "So" }] },
  ],
  [
    "an image",
    withMessages({
      role: "user",
      content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } }],
    }),
  ],
  [
    "an image in a result",
    withMessages(hi, calls("a"), {
      role: "user",
      content: [result("a", { content: [{ type: "image", source: { type: "url", url: "https://x.test/a.png" } }] })],
    }),
  ],
])("%s is accepted", (_name, body) => {
  expect(judge(body)).toMatch(/^200 /);
});

test.each<[string, unknown, string]>([
  ["no JSON", "{", "not valid JSON"],
  [
    "a lone surrogate",
    '{"model":"claude-sonnet-5","max_tokens":5,"messages":[{"role":"user","content":"\\ud83d"}]}',
    "surrogate",
  ],
  ["no max_tokens", { model: sonnet5, messages: [hi] }, "max_tokens: Field required"],
  ["too many output tokens", { ...base, max_tokens: 999_999 }, "maximum allowed number of output tokens"],
  ["an unknown parameter", { ...base, foo: 1 }, "foo: Extra inputs are not permitted"],
  [
    "an unknown key in a block",
    withMessages({ role: "user", content: [{ type: "text", text: "x", id: "1" }] }),
    "messages.0.content.0.id: Extra inputs are not permitted",
  ],
  ["a system role", withMessages({ role: "system", content: "x" }), "messages.0.role: Input should be"],
  ["no messages", { ...base, messages: [] }, "at least one message is required"],
  [
    "an assistant first",
    withMessages({ role: "assistant", content: "x" }, hi),
    'first message must use the \\"user\\" role',
  ],
  ["two users in a row", withMessages(hi, hi), "roles must alternate"],
  ["an empty message", withMessages({ role: "user", content: [] }), "must have non-empty content"],
  ["an empty text", withMessages({ role: "user", content: "" }), "text content blocks must be non-empty"],
  ["a blank text", withMessages({ role: "user", content: " \n" }), "must contain non-whitespace text"],
  [
    "an empty system text",
    { ...base, system: [{ type: "text", text: "" }] },
    "system: text content blocks must be non-empty",
  ],
  [
    "an assistant last",
    withMessages(hi, { role: "assistant", content: "So" }),
    "does not support assistant message prefill",
  ],
  [
    "white space at the end of a prefill",
    { ...base, model: sonnet4, messages: [hi, { role: "assistant", content: "So " }] },
    "trailing whitespace",
  ],
  [
    "an open call",
    withMessages(hi, calls("a", "b"), results("a")),
    "ids were found without `tool_result` blocks immediately after: b.",
  ],
  [
    "a call answered too late",
    withMessages(hi, calls("a"), hi, { role: "assistant", content: "x" }, results("a")),
    "unexpected `tool_use_id` found in `tool_result` blocks: a.",
  ],
  [
    "text in front of the results",
    withMessages(hi, calls("a"), { role: "user", content: [{ type: "text", text: "x" }, result("a")] }),
    "immediately after: a.",
  ],
  ["a result without a call", withMessages({ role: "user", content: [result("a")] }), "unexpected `tool_use_id`"],
  [
    "two results for one call",
    withMessages(hi, calls("a"), results("a", "a")),
    "each tool_use must have a single result",
  ],
  [
    "an id used twice",
    withMessages(hi, calls("a"), results("a"), calls("a"), results("a")),
    "`tool_use` ids must be unique",
  ],
  ["a bad id", withMessages(hi, calls("call:1"), results("call:1")), "String should match pattern '^[a-zA-Z0-9_-]+$'"],
  [
    "five markers",
    withMessages({ role: "user", content: Array.from({ length: 5 }, () => marked()) }),
    "A maximum of 4 blocks with cache_control may be provided. Found 5.",
  ],
  [
    "a long marker behind a short one",
    withMessages({ role: "user", content: [marked(), marked("1h")] }),
    "a ttl='1h' cache_control block must not come after a ttl='5m'",
  ],
  [
    "a marker on thinking",
    withMessages(
      hi,
      { role: "assistant", content: [{ ...thought("a"), cache_control: { type: "ephemeral" } }, use("a")] },
      results("a"),
    ),
    "cache_control: Extra inputs are not permitted",
  ],
  [
    "unsigned thinking",
    withMessages(
      hi,
      { role: "assistant", content: [{ type: "thinking", thinking: "x", signature: "" }, use("a")] },
      results("a"),
    ),
    "Invalid `signature` in `thinking` block",
  ],
  [
    "changed thinking",
    withMessages(hi, { role: "assistant", content: [{ ...thought("x"), thinking: "y" }, use("a")] }, results("a")),
    "Invalid `signature`",
  ],
  [
    "a small budget",
    { ...base, model: sonnet4, thinking: { ...budget, budget_tokens: 1_000 } },
    "greater than or equal to 1024",
  ],
  [
    "a budget above the output",
    { ...base, model: sonnet4, thinking: { ...budget, budget_tokens: 2_000 } },
    "`max_tokens` must be greater than `thinking.budget_tokens`",
  ],
  [
    "a temperature with thinking",
    { ...base, thinking: { type: "adaptive" }, temperature: 0.5 },
    "`temperature` may only be set to 1",
  ],
  [
    "a forced tool with thinking",
    { ...base, thinking: { type: "adaptive" }, tools: [tool("t")], tool_choice: { type: "any" } },
    "Thinking may not be enabled when tool_choice forces tool use",
  ],
  [
    "adaptive thinking on an older model",
    { ...base, model: sonnet4, thinking: { type: "adaptive" } },
    "adaptive thinking is not supported",
  ],
  [
    "an effort the model lacks",
    { ...base, model: "claude-sonnet-4-6", output_config: { effort: "xhigh" } },
    "output_config.effort",
  ],
  [
    "thinking left out half-way",
    { ...base, model: sonnet4, thinking: budget, messages: [hi, calls("a"), results("a")] },
    "Expected `thinking` or `redacted_thinking`, but found `tool_use`",
  ],
  ["two tools of one name", { ...base, tools: [tool("t"), tool("t")] }, "Tool names must be unique"],
  ["a bad tool name", { ...base, tools: [tool("a.b")] }, "tools.0.name: String should match pattern"],
  ["a schema without a type", { ...base, tools: [tool("t", {})] }, "tools.0.custom.input_schema.type: Field required"],
  [
    "a union at the top of a schema",
    { ...base, tools: [tool("t", { type: "object", anyOf: [] })] },
    "does not support oneOf, allOf, or anyOf at the top level",
  ],
  [
    "a schema with an unknown type",
    { ...base, tools: [tool("t", { type: "object", properties: { a: { type: "text" } } })] },
    "JSON schema is invalid",
  ],
  [
    "a choice that is not offered",
    { ...base, tools: [tool("t")], tool_choice: { type: "tool", name: "u" } },
    "Tool 'u' not found",
  ],
  [
    "a broken image",
    withMessages({
      role: "user",
      content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "?" } }],
    }),
    "Invalid base64 data",
  ],
  [
    "an image of another kind",
    withMessages({
      role: "user",
      content: [{ type: "image", source: { type: "base64", media_type: "image/bmp", data: "aGk=" } }],
    }),
    "media_type: Input should be 'image/jpeg'",
  ],
])("%s is refused in the vendor's words", (_name, body, words) => {
  const answer = judge(body);
  expect(answer).toMatch(/^400 {"type":"error","error":{"type":"invalid_request_error","message":/);
  expect(answer).toContain(words);
});

test("the version header is required", () => {
  const simulator = createSimulator({ clock: new FakeClock() });
  const { status } = simulator.handle({
    method: "POST",
    path: "/v1/messages",
    headers: {},
    body: JSON.stringify(base),
  });
  expect(status).toBe(400);
});

test("calls that came without thinking may go back without it", () => {
  const scenario = { steps: [{ reply: { tool_calls: [{ name: "t", id: "a" }] } }, { reply: { text: "ok" } }] };
  const simulator = createSimulator({ clock: new FakeClock(), scenario });
  const request = { ...base, model: sonnet4, thinking: budget };
  expect(ask(simulator, "/v1/messages", request)).toMatch(/^200 /);
  const next = { ...request, messages: [hi, calls("a"), results("a")] };
  expect(ask(simulator, "/v1/messages", next)).toMatch(/^200 /);
});
