import Anthropic, {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from "@anthropic-ai/sdk";
import type { Message, MessageCreateParamsNonStreaming, MessageParam } from "@anthropic-ai/sdk/resources/messages";
import { expect, test } from "vitest";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const model = "claude-sonnet-5";
const client = (url: string, apiKey = "key"): Anthropic => new Anthropic({ baseURL: url, apiKey, maxRetries: 0 });
const hello: MessageCreateParamsNonStreaming = {
  model,
  max_tokens: 1_000,
  messages: [{ role: "user", content: "hello" }],
};
const lookUp: Anthropic.Tool = {
  name: "look_up",
  description: "Looks a word up",
  input_schema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
};
const rich: ScenarioInput = {
  steps: [
    {
      reply: {
        blocks: [
          { type: "thinking", text: "Two words are unknown, so both are looked up." },
          { type: "text", text: "I will look both up – 👍." },
          { type: "tool_call", name: "look_up", arguments: { word: "grüße" } },
          { type: "tool_call", name: "look_up", arguments: { word: "世界" } },
        ],
      },
    },
    { reply: { text: "Both are greetings." } },
  ],
};
const thinkingRequest: MessageCreateParamsNonStreaming = {
  ...hello,
  tools: [lookUp],
  thinking: { type: "adaptive", display: "summarized" },
};

test("a plain answer arrives whole", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: "hi" } }] });
  const message = await client(server.url).messages.create(hello);
  expect(message).toMatchObject({
    type: "message",
    role: "assistant",
    model,
    content: [{ type: "text", text: "hi", citations: null }],
    stop_reason: "end_turn",
    usage: { output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
  });
});

test("the streamed answer accumulates to the whole one", async () => {
  await using asked = await serveScenario(rich);
  await using streamed = await serveScenario(rich);
  const whole = await client(asked.url).messages.create(thinkingRequest);
  const final = await client(streamed.url).messages.stream(thinkingRequest).finalMessage();
  expect(comparable(final)).toEqual(comparable(whole));
  expect(whole.content.map(({ type }) => type)).toEqual(["thinking", "text", "tool_use", "tool_use"]);
});

test("a stream has the vendor's events in the vendor's order", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: ["one ", "two"] } }] });
  const events: string[] = [];
  for await (const event of await client(server.url).messages.create({ ...hello, stream: true })) {
    events.push(event.type);
  }
  expect(events).toEqual([
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
});

test("signed thinking and tool results go back and are accepted, a changed thought is not", async () => {
  await using server = await serveScenario({ ...rich, steps: [...(rich.steps ?? []), { reply: { text: "again" } }] });
  const api = client(server.url);
  const first = await api.messages.stream(thinkingRequest).finalMessage();
  const results: MessageParam = {
    role: "user",
    content: first.content.flatMap((block) =>
      block.type === "tool_use" ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "a greeting" }] : [],
    ),
  };
  const [question] = hello.messages;
  if (question === undefined) throw new Error("no question");
  const history: MessageParam[] = [question, { role: "assistant", content: first.content }, results];
  const second = await api.messages.create({ ...thinkingRequest, messages: history });
  expect(second.content).toEqual([{ type: "text", text: "Both are greetings.", citations: null }]);

  const forged = first.content.map((block) => (block.type === "thinking" ? { ...block, thinking: "other" } : block));
  const replay = [question, { role: "assistant" as const, content: forged }, results];
  await expect(api.messages.create({ ...thinkingRequest, messages: replay })).rejects.toThrow(
    /messages\.1\.content\.0: Invalid `signature` in `thinking` block/,
  );
});

test("the second request reads what the first one wrote", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: "ok" }, repeat: 2 }] });
  const api = client(server.url);
  const request: MessageCreateParamsNonStreaming = {
    ...hello,
    system: [{ type: "text", text: "rules ".repeat(1_500), cache_control: { type: "ephemeral", ttl: "1h" } }],
  };
  const first = await api.messages.create(request);
  const second = await api.messages.create(request);
  const written = first.usage.cache_creation_input_tokens;
  expect(written).toBeGreaterThan(1_024);
  expect(first.usage).toMatchObject({
    cache_read_input_tokens: 0,
    cache_creation: { ephemeral_1h_input_tokens: written, ephemeral_5m_input_tokens: 0 },
  });
  expect(second.usage).toMatchObject({ cache_read_input_tokens: written, cache_creation_input_tokens: 0 });
  expect(second.usage.input_tokens).toBe(first.usage.input_tokens);
});

test("a refusal is an answer with a reason to stop", async () => {
  await using server = await serveScenario({ steps: [{ reply: { refusal: "I will not." } }] });
  const message = await client(server.url).messages.stream(hello).finalMessage();
  expect(message).toMatchObject({ content: [], stop_reason: "refusal" });
});

test("errors are the SDK's own classes", async () => {
  await using server = await serveScenario({
    api_key: "key",
    steps: [
      { fault: { kind: "status", status: 429, headers: { "retry-after": "7" }, message: "slow down" } },
      { fault: { kind: "status", status: 529, message: "Overloaded" } },
      { fault: { kind: "overflow", above_tokens: 2 } },
      { fault: { kind: "stream_error", message: "Overloaded" } },
    ],
  });
  const api = client(server.url);
  await expect(client(server.url, "wrong").messages.create(hello)).rejects.toThrow(AuthenticationError);
  await expect(api.messages.create({ ...hello, model: "claude-1" })).rejects.toThrow(NotFoundError);
  await expect(api.messages.create({ ...hello, messages: [] })).rejects.toThrow(BadRequestError);
  const limited: unknown = await api.messages.create(hello).catch((error: unknown) => error);
  expect(limited).toBeInstanceOf(RateLimitError);
  expect(limited).toMatchObject({ status: 429, type: "rate_limit_error", apiMessage: "slow down" });
  const overloaded: unknown = await api.messages.create(hello).catch((error: unknown) => error);
  expect(overloaded).toBeInstanceOf(InternalServerError);
  expect(overloaded).toMatchObject({ status: 529, type: "overloaded_error" });
  await expect(api.messages.create(hello)).rejects.toThrow(/prompt is too long: \d+ tokens > 2 maximum/);
  await expect(api.messages.stream(hello).finalMessage()).rejects.toMatchObject({ type: "overloaded_error" });
});

test("models are listed", async () => {
  await using server = await serveScenario({ models: [model] });
  const { data } = await client(server.url).models.list();
  expect(data.map(({ id }) => id)).toEqual([model]);
});

/** Helpers of the SDK put further keys on a message; what travelled is compared. */
function comparable({ id, content, stop_reason, stop_details, model: served, usage }: Message): object {
  return { id, content, stop_reason, stop_details, served, usage };
}
