import OpenAI, {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from "openai";
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { expect, test } from "vitest";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const model = "gpt-5";
const client = (url: string, apiKey = "key"): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
const hello: Omit<ChatCompletionCreateParamsNonStreaming, "stream"> = {
  model,
  messages: [{ role: "user", content: "hello" }],
};
const tools: ChatCompletionCreateParamsNonStreaming["tools"] = [
  {
    type: "function",
    function: { name: "look_up", parameters: { type: "object", properties: { word: { type: "string" } } } },
  },
];
const rich: ScenarioInput = {
  steps: [
    {
      reply: {
        thinking: "Hidden from the caller.",
        text: "I will look both up – 👍.",
        tool_calls: [
          { name: "look_up", arguments: { word: "grüße" } },
          { name: "look_up", arguments: { word: "世界" } },
        ],
      },
    },
    { reply: { text: "Both are greetings." } },
  ],
};

test("a plain answer arrives whole", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: "hi" } }] });
  const completion = await client(server.url).chat.completions.create(hello);
  expect(completion).toMatchObject({
    object: "chat.completion",
    model,
    choices: [{ index: 0, message: { role: "assistant", content: "hi", refusal: null }, finish_reason: "stop" }],
    usage: { completion_tokens: 1, prompt_tokens_details: { cached_tokens: 0 } },
  });
});

test("the streamed answer accumulates to the whole one", async () => {
  await using asked = await serveScenario(rich);
  await using streamed = await serveScenario(rich);
  const whole = await client(asked.url).chat.completions.create({ ...hello, tools });
  const final = await client(streamed.url)
    .chat.completions.stream({ ...hello, tools, stream_options: { include_usage: true } })
    .finalChatCompletion();
  const { message: wholeMessage, finish_reason } = whole.choices[0] ?? {};
  const { message: finalMessage } = final.choices[0] ?? {};
  expect(final).toMatchObject({ id: whole.id, choices: [{ finish_reason }], usage: whole.usage });
  expect(finalMessage?.content).toBe(wholeMessage?.content);
  expect(finalMessage?.tool_calls).toMatchObject(wholeMessage?.tool_calls ?? []);
  expect(wholeMessage?.tool_calls).toHaveLength(2);
  expect(whole.usage?.completion_tokens_details?.reasoning_tokens).toBeGreaterThan(0);
});

test("usage is streamed only when asked for", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: "hi" }, repeat: 2 }] });
  const usages = async (options: object): Promise<readonly unknown[]> => {
    const seen: unknown[] = [];
    const stream = await client(server.url).chat.completions.create({ ...hello, stream: true, ...options });
    for await (const chunk of stream) seen.push(chunk.usage);
    return seen;
  };
  expect(await usages({})).toEqual([undefined, undefined, undefined]);
  const withUsage = await usages({ stream_options: { include_usage: true } });
  expect(withUsage).toEqual([null, null, null, expect.objectContaining({ completion_tokens: 1 })]);
});

test("tool results go back and are accepted; one that is missing is not", async () => {
  await using server = await serveScenario(rich);
  const api = client(server.url);
  const first = await api.chat.completions.create({ ...hello, tools });
  const message = first.choices[0]?.message;
  if (message === undefined) throw new Error("no message");
  const results = (message.tool_calls ?? []).map(({ id }) => ({
    role: "tool" as const,
    tool_call_id: id,
    content: "a greeting",
  }));
  await expect(
    api.chat.completions.create({ ...hello, tools, messages: [...hello.messages, message, ...results.slice(1)] }),
  ).rejects.toThrow(`tool_call_ids did not have response messages: ${results[0]?.tool_call_id}`);
  const second = await api.chat.completions.create({
    ...hello,
    tools,
    messages: [...hello.messages, message, ...results],
  });
  expect(second.choices[0]?.message.content).toBe("Both are greetings.");
});

test("a gateway shows signed reasoning, takes it back, and notices a change", async () => {
  await using server = await serveScenario({
    steps: [{ reply: { thinking: "hm", text: "first" } }, { reply: { text: "second" }, repeat: 2 }],
  });
  const api = client(server.url);
  const request = { ...hello, model: "anthropic/claude-sonnet-5" };
  const first = await api.chat.completions.create(request);
  const message = first.choices[0]?.message;
  if (message === undefined) throw new Error("no message");
  expect(message).toMatchObject({ reasoning: "hm", reasoning_details: [{ type: "reasoning.text", text: "hm" }] });
  const again = (replayed: typeof message) =>
    api.chat.completions.create({
      ...request,
      messages: [...hello.messages, replayed, { role: "user", content: "go on" }],
    });
  expect((await again(message)).choices[0]?.message.content).toBe("second");
  const forged = { ...message, reasoning_details: [{ type: "reasoning.text", text: "hm", signature: "x" }] };
  await expect(again(forged)).rejects.toThrow(/Invalid `signature`/);
});

test("the second request reads the first one's prefix in steps of 128", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: "ok" }, repeat: 2 }] });
  const api = client(server.url);
  const system = { role: "developer" as const, content: "rules ".repeat(1_500) };
  const first = await api.chat.completions.create({ ...hello, messages: [system, ...hello.messages] });
  const second = await api.chat.completions.create({
    ...hello,
    messages: [system, { role: "user", content: "other" }],
  });
  expect(first.usage?.prompt_tokens_details?.cached_tokens).toBe(0);
  const cached = second.usage?.prompt_tokens_details?.cached_tokens ?? 0;
  expect(cached).toBeGreaterThan(1_024);
  expect(cached % 128).toBe(0);
});

test("a refusal is streamed apart from the text", async () => {
  await using server = await serveScenario({ steps: [{ reply: { refusal: "I will not." } }] });
  const final = await client(server.url).chat.completions.stream(hello).finalChatCompletion();
  expect(final.choices[0]?.message.refusal).toBe("I will not.");
});

test("errors are the SDK's own classes", async () => {
  await using server = await serveScenario({
    api_key: "key",
    steps: [
      { fault: { kind: "status", status: 429, headers: { "retry-after": "7" }, code: "rate_limit_exceeded" } },
      { fault: { kind: "status", status: 529 } },
      { fault: { kind: "overflow", above_tokens: 2 } },
    ],
  });
  const api = client(server.url);
  const ask = (params: object = {}) => api.chat.completions.create({ ...hello, ...params, stream: false });
  await expect(client(server.url, "wrong").chat.completions.create(hello)).rejects.toThrow(AuthenticationError);
  await expect(ask({ model: "gpt-2" })).rejects.toThrow(NotFoundError);
  await expect(ask({ max_tokens: 5 })).rejects.toThrow(BadRequestError);
  await expect(ask({ nonsense: 1 })).rejects.toMatchObject({ code: "unknown_parameter", param: "nonsense" });
  const limited: unknown = await ask().catch((error: unknown) => error);
  expect(limited).toBeInstanceOf(RateLimitError);
  expect(limited).toMatchObject({ status: 429, code: "rate_limit_exceeded", type: "requests" });
  await expect(ask()).rejects.toThrow(InternalServerError);
  await expect(ask()).rejects.toMatchObject({ status: 400, code: "context_length_exceeded" });
});

test("models are listed", async () => {
  await using server = await serveScenario({ models: ["a", "b"] });
  const { data } = await client(server.url).models.list();
  expect(data.map(({ id }) => id)).toEqual(["a", "b"]);
});
