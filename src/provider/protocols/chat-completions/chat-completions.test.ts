import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { replay } from "../../../../tests/fixtures/wire/replay.ts";
import {
  aRequest,
  assistant,
  call,
  picture,
  type RequestParts,
  result,
  step,
  user,
} from "../../../../tests/fixtures/wire/requests.ts";
import type { ModelReply } from "../../../domain/model-client.ts";
import type { RuntimeTraits } from "../../../domain/runtime.ts";
import { createChatCompletions } from "./chat-completions.ts";
import type { ChatBody, ChatMessage } from "./wire-types.ts";

const protocol = createChatCompletions();
const mode = "chat_completions";
const markers = { kind: "markers", layout: "envelope", source: "Claude via OpenRouter" } as const;

function bodyOf(parts: RequestParts): ChatBody {
  return protocol.body(aRequest(mode, parts));
}

function replyTo(json: unknown): Partial<ModelReply> {
  const end = protocol.whole(json, aRequest(mode));
  if (end.kind !== "reply") throw new Error(JSON.stringify(end));
  return end.reply;
}

const choice = (message: object, finish_reason: unknown = "stop"): object => ({
  model: "m",
  choices: [{ message, finish_reason }],
});

test("a plain request has its keys in a fixed order and nothing of the inner format", () => {
  const history = [
    user("  go "),
    assistant("hm", {
      tool_calls: [
        { ...call("a", "read_file", '{"b": 1, "a": 2}'), response_item_id: "fc_a", extra_content: { x: 1 } },
      ],
      reasoning: "r",
      reasoning_content: "rc",
      reasoning_details: [{ type: "reasoning.text" }],
      anthropic_content_blocks: [{ type: "text" }],
      codex_message_items: [{ type: "message" }],
      finish_reason: "tool_calls",
      timestamp: 1,
    }),
    { ...result("a", "done"), effect_disposition: "none" as const, timestamp: 2 },
  ];
  const tools = [{ name: "read_file", description: "Reads", parameters: { type: "object" } }];
  expect(JSON.stringify(bodyOf({ messages: history, tools }))).toBe(
    JSON.stringify({
      model: "m-1",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "go" },
        {
          role: "assistant",
          content: "hm",
          tool_calls: [{ id: "a", type: "function", function: { name: "read_file", arguments: '{"a":2,"b":1}' } }],
        },
        { role: "tool", tool_call_id: "a", name: "read_file", content: "done" },
      ],
      tools: [
        { type: "function", function: { name: "read_file", description: "Reads", parameters: { type: "object" } } },
      ],
      stream: true,
      stream_options: { include_usage: true },
    }),
  );
});

describe("reasoning goes back", () => {
  const details = [{ type: "reasoning.text", text: "r", signature: "s" }];
  const said = assistant("", { tool_calls: [call("a")], reasoning: "thought", reasoning_details: details });
  const silent = assistant("", { tool_calls: [call("a")] });
  const sent = (message: typeof said, traits: Partial<RuntimeTraits>): ChatMessage | undefined =>
    bodyOf({ messages: [user("go"), message, result("a")], traits }).messages[2];

  test("not at all to endpoints that do not know it", () => {
    expect(Object.keys(sent(said, { reasoningEcho: "off" }) ?? {})).toEqual(["role", "content", "tool_calls"]);
  });

  test("as it is to those that take it", () => {
    expect(sent(said, { reasoningEcho: "copy" })).toMatchObject({
      reasoning_content: "thought",
      reasoning_details: details,
    });
    expect("reasoning_content" in (sent(silent, { reasoningEcho: "copy" }) ?? {})).toBe(false);
  });

  test("as a space to those that insist on it", () => {
    expect(sent(silent, { reasoningEcho: "pad" })).toMatchObject({ reasoning_content: " " });
  });

  test("without signatures once recovery has found them refused", () => {
    const latches = {
      reasoningDetailsDisabled: true,
      encryptedReplayDisabled: false,
      imagesDisabled: false,
      toolImagesDisabled: false,
    };
    const body = bodyOf({ messages: [user("go"), said, result("a")], traits: { reasoningEcho: "copy" }, latches });
    expect("reasoning_details" in (body.messages[2] ?? {})).toBe(false);
  });
});

test("thought signatures go to Gemini and to nobody else, and the memo knows the difference", () => {
  const said = assistant("", { tool_calls: [{ ...call("a"), extra_content: { google: "sig" } }] });
  const messages = [user("go"), said, result("a")];
  const sentTo = (model: string): string => JSON.stringify(bodyOf({ messages, runtime: { model } }).messages[2]);
  expect(["google/gemini-3-pro", "m-1", "Gemma-3"].map((model) => sentTo(model).includes("sig"))).toEqual([
    true,
    false,
    true,
  ]);
});

const systemRole = (model: string): unknown => bodyOf({ runtime: { model } }).messages[0]?.role;

test("the system text is the developer's for the models that call it so", () => {
  expect(["openai/gpt-5.2", "codex-mini", "gpt-4o"].map(systemRole)).toEqual(["developer", "developer", "system"]);
});

test("[AL-D22] the OpenAI host gets its output cap under the key it insists on", () => {
  const runtime = { provider: "openai", model: "any-model", baseUrl: "https://api.openai.com/v1" };
  const body = bodyOf({ runtime, traits: { outputCapKey: "max_completion_tokens" }, maxTokens: 500 });
  expect(body.max_completion_tokens).toBe(500);
  expect("max_tokens" in body).toBe(false);
});

test.each([
  ["m-1", 500, { max_tokens: 500 }],
  ["openai/gpt-4o-mini", 500, { max_completion_tokens: 500 }],
  ["o3", 500, { max_completion_tokens: 500 }],
  ["o3x", 500, { max_tokens: 500 }],
  ["m-1", null, {}],
  ["anthropic/claude-opus-4.5", null, { max_tokens: 64_000 }],
])("the output cap of %s asked for %j", (model, maxTokens, expected) => {
  const { max_tokens, max_completion_tokens } = bodyOf({ runtime: { model }, maxTokens });
  expect(JSON.parse(JSON.stringify({ max_tokens, max_completion_tokens }))).toEqual(expected);
});

const asked = (effort: "high" | "none" | null, reasoningParameter = true): unknown =>
  bodyOf({ reasoning: { enabled: true, effort }, traits: { reasoningParameter } }).reasoning;

test("reasoning is asked for where the endpoint advertises it", () => {
  expect([asked("high"), asked("none"), asked(null), asked("high", false)]).toEqual([
    { enabled: true, effort: "high" },
    { enabled: false },
    { enabled: true },
    undefined,
  ]);
});

const keySent = (cacheKey: string, caching: RuntimeTraits["caching"]): unknown =>
  bodyOf({ traits: { caching }, cache: { strategy: "off", ttl: "5m", systemTtl: "5m", tail: null, key: cacheKey } })
    .prompt_cache_key;

test("the cache key goes to endpoints that cache by themselves; long ones are hashed", () => {
  expect(keySent("pck_1", { kind: "automatic", source: "" })).toBe("pck_1");
  expect(keySent("k".repeat(65), { kind: "automatic", source: "" })).toMatch(/^[0-9a-f]{64}$/);
  expect(keySent("pck_1", { kind: "none", reason: "" })).toBeUndefined();
});

test("overrides come last, extra_body key by key, and leave the conversation alone", () => {
  const overrides = { temperature: 0, messages: "none", extra_body: { top_k: 5 } };
  const { messages } = bodyOf({});
  expect(bodyOf({ overrides })).toMatchObject({ model: "m-1", temperature: 0, top_k: 5, messages });
});

test("an endpoint that cannot stream is not asked to", () => {
  expect(Object.keys(bodyOf({ traits: { streaming: false } }))).toEqual(["model", "messages"]);
});

test("images go as parts, or as a note where they cannot be seen", () => {
  const messages = [user([{ type: "text", text: "look" }, picture])];
  expect(bodyOf({ messages }).messages[1]).toEqual({
    role: "user",
    content: [{ type: "text", text: "look" }, picture],
  });
  expect(bodyOf({ messages, traits: { vision: false } }).messages[1]).toEqual({
    role: "user",
    content: "look\n[An image was here; this model cannot be shown it]",
  });
});

test("where markers are possible every content is a list of parts, so that a marker changes no shape", () => {
  const system = [
    { text: "cached", cached: true },
    { text: "note", cached: false },
  ];
  const messages = [user("go"), ...step("a")];
  expect(bodyOf({ messages, system, traits: { caching: markers } }).messages.map(({ content }) => content)).toEqual([
    [
      { type: "text", text: "cached" },
      { type: "text", text: "note" },
    ],
    [{ type: "text", text: "go" }],
    null,
    [{ type: "text", text: "done" }],
  ]);
});

test("[AL-D17] an index that is used again with a new id is a second call", () => {
  const bytes = readFileSync("tests/fixtures/wire/chat-index-reused.sse");
  const { end } = replay(protocol, aRequest(mode), [bytes]);
  if (end.kind !== "reply") throw new Error("no reply");
  expect(end.reply.tool_calls.map((made) => [made.id, made.function])).toEqual([
    ["call_a", { name: "read_file", arguments: '{"path":"a"}' }],
    ["call_b", { name: "read_file", arguments: '{"path":"b"}' }],
  ]);
});

test("[AL-D21] a refusal without content is the content, and counts as filtered", () => {
  expect(replyTo(choice({ content: null, refusal: "I cannot do that." }))).toEqual({
    content: "I cannot do that.",
    reasoning: null,
    tool_calls: [],
    finish_reason: "content_filter",
    usage: null,
    model: "m",
    partial: null,
  });
});

test("a whole answer is read leniently: odd calls, numbers for words, nothing where something should be", () => {
  const tool_calls = [
    { id: 7, function: { name: "a", arguments: null } },
    { id: "x", function: { name: "b", arguments: { k: 1 } } },
    { id: "y" },
    { id: "z", function: { arguments: "{}" } },
  ];
  const reply = replyTo(choice({ content: "hm", tool_calls }, 3));
  expect(reply.tool_calls?.map((made) => [made.id, made.function])).toEqual([
    ["7", { name: "a", arguments: "{}" }],
    ["x", { name: "b", arguments: '{"k":1}' }],
  ]);
  expect(reply.finish_reason).toBe("tool_calls");
  expect(replyTo({ choices: [{}], error: null })).toMatchObject({ content: "", finish_reason: "stop", model: "m-1" });
});

test.each([
  [{ reasoning: "a", reasoning_content: "b", reasoning_details: [{ text: "c" }] }, "a"],
  [{ reasoning_content: "b", reasoning_details: [{ text: "c" }] }, "b"],
  [{ reasoning_details: [{ summary: "c" }, { thinking: "d" }, { text: "c" }, { data: "x" }] }, "c\n\nd"],
  [
    {
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "e" }] },
        { type: "text", text: "hi" },
      ],
    },
    "e",
  ],
  [{}, null],
])("the reasoning of %j", (message, expected) => {
  expect(replyTo(choice(message)).reasoning).toBe(expected);
});

test.each([
  [null, { kind: "invalid", message: "The answer is not an object" }],
  [{ choices: [] }, { kind: "invalid", message: "The answer has no choices" }],
  [
    { error: { code: 429, message: "Slow down" } },
    { kind: "error", status: 429, code: null, message: "Slow down", body: { code: 429, message: "Slow down" } },
  ],
])("%j is no answer", (json, fault) => {
  expect(protocol.whole(json, aRequest(mode))).toEqual({ kind: "fault", fault });
});

test("no frame makes the stream throw", () => {
  const frames = [null, 5, "x", [], {}, { choices: [null] }, { choices: [{ delta: { tool_calls: [null, 1] } }] }];
  const start = protocol.start(aRequest(mode));
  expect(protocol.end(frames.reduce((state, frame) => protocol.step(state, frame)[0], start)).kind).toBeDefined();
});
