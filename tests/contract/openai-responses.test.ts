import OpenAI, {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from "openai";
import type { Response, ResponseCreateParamsNonStreaming, ResponseInput } from "openai/resources/responses/responses";
import { expect, test } from "vitest";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const model = "gpt-5";
const client = (url: string, apiKey = "key"): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
type Request = Omit<ResponseCreateParamsNonStreaming, "stream">;
const hello: Request = {
  model,
  instructions: "Be brief.",
  input: [{ role: "user", content: "hello" }],
  store: false,
};
const reasoning: Request = {
  ...hello,
  include: ["reasoning.encrypted_content"],
  reasoning: { effort: "low", summary: "auto" },
  tools: [
    {
      type: "function",
      name: "look_up",
      description: "Looks a word up",
      strict: false,
      parameters: { type: "object", properties: { word: { type: "string" } } },
    },
  ],
};
const rich: ScenarioInput = {
  steps: [
    {
      reply: {
        blocks: [
          { type: "thinking", text: "Two words are unknown." },
          { type: "text", text: "Looking – 👍.", phase: "commentary" },
          { type: "tool_call", name: "look_up", arguments: { word: "grüße" } },
          { type: "tool_call", name: "look_up", arguments: { word: "世界" } },
        ],
      },
    },
    { reply: { text: "Both are greetings." }, repeat: 3 },
  ],
};

test("a plain answer arrives whole", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: "hi" } }] });
  const response = await client(server.url).responses.create(hello);
  expect(response).toMatchObject({
    object: "response",
    status: "completed",
    model,
    output_text: "hi",
    instructions: "Be brief.",
    usage: { output_tokens: 1, input_tokens_details: { cached_tokens: 0 } },
  });
});

test("the streamed answer accumulates to the whole one", async () => {
  await using asked = await serveScenario(rich);
  await using streamed = await serveScenario(rich);
  const whole = await client(asked.url).responses.create(reasoning);
  const final = await client(streamed.url).responses.stream(reasoning).finalResponse();
  expect(comparable(final)).toMatchObject(comparable(whole));
  expect(whole.output.map(({ type }) => type)).toEqual(["reasoning", "message", "function_call", "function_call"]);
});

test("the events alone tell the same story as the whole response", async () => {
  await using server = await serveScenario(rich);
  const numbers: number[] = [];
  const done: unknown[] = [];
  const text: string[] = [];
  const stream = await client(server.url).responses.create({ ...reasoning, stream: true });
  let output: unknown = null;
  for await (const event of stream) {
    numbers.push(event.sequence_number);
    if (event.type === "response.output_item.done") done.push(event.item);
    if (event.type === "response.output_text.delta") text.push(event.delta);
    if (event.type === "response.completed") ({ output } = event.response);
  }
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect(done).toEqual(output);
  expect(text.join("")).toBe("Looking – 👍.");
});

test("encrypted reasoning and outputs go back and are accepted, a foreign one is not", async () => {
  await using server = await serveScenario(rich);
  const api = client(server.url);
  const first = await api.responses.create(reasoning);
  const outputs: ResponseInput = first.output.flatMap((item): ResponseInput =>
    item.type === "function_call"
      ? [{ type: "function_call_output", call_id: item.call_id, output: "a greeting" }]
      : [],
  );
  const replayed: ResponseInput = first.output.flatMap((item): ResponseInput => {
    if (item.type === "reasoning")
      return [
        { type: item.type, id: item.id, summary: item.summary, encrypted_content: item.encrypted_content ?? null },
      ];
    if (item.type === "function_call") {
      return [{ type: item.type, call_id: item.call_id, name: item.name, arguments: item.arguments }];
    }
    return item.type === "message" ? [item] : [];
  });
  const asked: ResponseInput = [{ role: "user", content: "hello" }];
  const second = await api.responses.create({ ...reasoning, input: [...asked, ...replayed, ...outputs] });
  expect(second.output_text).toBe("Both are greetings.");

  const forged = replayed.map((item) =>
    "encrypted_content" in item ? { ...item, encrypted_content: "gAAAAABforeign" } : item,
  );
  await expect(api.responses.create({ ...reasoning, input: [...asked, ...forged, ...outputs] })).rejects.toMatchObject({
    status: 400,
    code: "invalid_encrypted_content",
  });
  await expect(api.responses.create({ ...reasoning, input: [...asked, ...replayed] })).rejects.toThrow(
    /No tool output found for function call call_/,
  );
  await expect(api.responses.create({ ...reasoning, input: [...asked, ...outputs] })).rejects.toThrow(
    /No tool call found for function call output with call_id call_/,
  );
});

test("without being asked for, nothing encrypted is sent", async () => {
  await using server = await serveScenario(rich);
  const { output } = await client(server.url).responses.create({ ...reasoning, include: [] });
  expect(output[0]).not.toHaveProperty("encrypted_content");
});

test("from 5.6 on the second request reads all of the first, and writes what is new", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: "ok" }, repeat: 2 }] });
  const api = client(server.url);
  const request = { ...hello, model: "gpt-5.6", instructions: "rules ".repeat(1_500) };
  const first = await api.responses.create(request);
  const input: ResponseInput = [
    { role: "user", content: "hello" },
    { role: "assistant", content: "ok" },
    { role: "user", content: "more" },
  ];
  const second = await api.responses.create({ ...request, input });
  const total = first.usage?.input_tokens ?? 0;
  expect(total).toBeGreaterThan(1_024);
  expect(first.usage?.input_tokens_details).toEqual({ cached_tokens: 0, cache_write_tokens: total });
  const grown = (second.usage?.input_tokens ?? 0) - total;
  expect(second.usage?.input_tokens_details).toEqual({ cached_tokens: total, cache_write_tokens: grown });
});

test("an answer that is cut short says so", async () => {
  await using server = await serveScenario({ steps: [{ reply: { text: "half", finish: "length" } }] });
  const response = await client(server.url).responses.stream(hello).finalResponse();
  expect(response).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
});

test("a refusal is a part of the message", async () => {
  await using server = await serveScenario({ steps: [{ reply: { refusal: "I will not." } }] });
  const { output } = await client(server.url).responses.stream(hello).finalResponse();
  expect(output).toMatchObject([{ type: "message", content: [{ type: "refusal", refusal: "I will not." }] }]);
});

test("errors are the SDK's own classes", async () => {
  await using server = await serveScenario({
    api_key: "key",
    steps: [
      { fault: { kind: "status", status: 429 } },
      { fault: { kind: "status", status: 529 } },
      { fault: { kind: "overflow", above_tokens: 2 } },
    ],
  });
  const api = client(server.url);
  const ask = (params: object = {}): Promise<Response> => api.responses.create({ ...hello, ...params, stream: false });
  await expect(client(server.url, "wrong").responses.create(hello)).rejects.toThrow(AuthenticationError);
  await expect(ask({ model: "gpt-2" })).rejects.toThrow(NotFoundError);
  await expect(ask({ input: [] })).rejects.toThrow(BadRequestError);
  await expect(ask({ messages: [] })).rejects.toMatchObject({ code: "unknown_parameter", param: "messages" });
  await expect(ask()).rejects.toThrow(RateLimitError);
  await expect(ask()).rejects.toThrow(InternalServerError);
  await expect(ask()).rejects.toMatchObject({ status: 400, code: "context_length_exceeded" });
});

function comparable({ id, status, output, output_text, usage, model: served }: Response): object {
  return { id, status, output, output_text, usage, served };
}
