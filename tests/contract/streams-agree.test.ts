import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import OpenAI from "openai";
import { expect, test } from "vitest";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== "");
const anyReply = fc.record({
  blocks: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant("thinking" as const), text: words }),
      fc.record({ type: fc.constant("text" as const), text: words }),
      fc.record({
        type: fc.constant("tool_call" as const),
        name: fc.constantFrom("read_file", "terminal"),
        arguments: fc.dictionary(words, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
      }),
    ),
    { minLength: 1, maxLength: 5 },
  ),
});
const user = { role: "user" as const, content: "hi" };
const runs = { numRuns: 20 };

/** Whole and streamed answers of two simulators that have seen the same. */
async function bothWays<T>(
  scenario: ScenarioInput,
  ask: (url: string, stream: boolean) => Promise<T>,
): Promise<[T, T]> {
  await using one = await serveScenario(scenario);
  await using other = await serveScenario(scenario);
  return [await ask(one.url, false), await ask(other.url, true)];
}

async function askMessages(url: string, stream: boolean): Promise<object> {
  const api = new Anthropic({ baseURL: url, apiKey: "k", maxRetries: 0 });
  const params = { model: "claude-sonnet-5", max_tokens: 900, messages: [user] };
  const message = stream ? await api.messages.stream(params).finalMessage() : await api.messages.create(params);
  const { id, content, stop_reason, usage } = message;
  return { id, content, stop_reason, usage };
}

test("messages: whatever is said, the stream adds up to the whole", async () => {
  await fc.assert(
    fc.asyncProperty(anyReply, async (reply) => {
      const [whole, streamed] = await bothWays({ steps: [{ reply }] }, askMessages);
      expect(streamed).toEqual(whole);
    }),
    runs,
  );
});

async function askChat(url: string, stream: boolean): Promise<object> {
  const api = new OpenAI({ baseURL: `${url}/v1`, apiKey: "k", maxRetries: 0 });
  const params = { model: "gpt-5", messages: [user] };
  const completion = stream
    ? await api.chat.completions.stream({ ...params, stream_options: { include_usage: true } }).finalChatCompletion()
    : await api.chat.completions.create(params);
  const { message, finish_reason } = completion.choices[0] ?? {};
  const calls = message?.tool_calls?.map((call) =>
    call.type === "function" ? { ...call.function, id: call.id } : call,
  );
  const plain = calls?.map((call) => ("arguments" in call ? [call.id, call.name, call.arguments] : call)) ?? [];
  return { id: completion.id, content: message?.content || null, plain, finish_reason, usage: completion.usage };
}

test("chat: whatever is said, the stream adds up to the whole", async () => {
  await fc.assert(
    fc.asyncProperty(anyReply, async (reply) => {
      const [whole, streamed] = await bothWays({ steps: [{ reply }] }, askChat);
      expect(streamed).toEqual(whole);
    }),
    runs,
  );
});

async function askResponses(url: string, stream: boolean): Promise<object> {
  const api = new OpenAI({ baseURL: `${url}/v1`, apiKey: "k", maxRetries: 0 });
  const params = { model: "gpt-5", input: [user], include: ["reasoning.encrypted_content" as const], store: false };
  if (!stream) return outline((await api.responses.create(params)).output);
  const events = await api.responses.create({ ...params, stream: true });
  const texts = new Map<string, string>();
  const done: object[] = [];
  for await (const event of events) {
    if ("delta" in event && "item_id" in event && typeof event.delta === "string") {
      texts.set(event.item_id, (texts.get(event.item_id) ?? "") + event.delta);
    }
    if (event.type === "response.output_item.done") done.push({ ...event.item, heard: texts.get(event.item.id ?? "") });
  }
  return outline(done);
}

test("responses: whatever is said, the events add up to the whole", async () => {
  await fc.assert(
    fc.asyncProperty(anyReply, async (reply) => {
      const [whole, streamed] = await bothWays({ steps: [{ reply }] }, askResponses);
      expect(streamed).toEqual(whole);
    }),
    runs,
  );
});

/** Items with their words apart: what was heard in deltas, or what the whole item says. */
function outline(items: readonly object[]): readonly object[] {
  return items.map((item) => {
    const { heard, ...rest } = { heard: undefined, ...item };
    return { ...rest, heard: heard ?? wordsIn(rest) };
  });
}

function wordsIn(item: object): unknown {
  if ("arguments" in item) return item.arguments;
  const parts = "content" in item ? item.content : "summary" in item ? item.summary : [];
  return Array.isArray(parts) ? parts.map((part: { text: string }) => part.text).join("") : "";
}
