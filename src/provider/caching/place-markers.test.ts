import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  aRequest,
  assistant,
  call,
  type RequestParts,
  result,
  step,
  user,
} from "../../../tests/fixtures/wire/requests.ts";
import type { CachePlan, CacheTail } from "../../domain/cache.ts";
import type { Message } from "../../domain/message.ts";
import type { ModelRequest } from "../../domain/model-client.ts";
import type { Marked } from "../protocol.ts";
import { createAnthropicMessages } from "../protocols/anthropic-messages/anthropic-messages.ts";
import type { AnthropicBody } from "../protocols/anthropic-messages/wire-types.ts";
import { createChatCompletions } from "../protocols/chat-completions/chat-completions.ts";
import type { ChatBody } from "../protocols/chat-completions/wire-types.ts";

const anthropic = createAnthropicMessages();
const chat = createChatCompletions();
const now = 1_000;
const native = { caching: { kind: "markers", layout: "native", source: "native Anthropic" } } as const;
const envelope = { caching: { kind: "markers", layout: "envelope", source: "Claude via OpenRouter" } } as const;
const system = [
  { text: "cached one", cached: true },
  { text: "cached two", cached: true },
  { text: "note", cached: false },
];

function plan(strategy: CachePlan["strategy"], more: Partial<CachePlan> = {}): CachePlan {
  return { strategy, ttl: "5m", systemTtl: "5m", tail: null, key: null, ...more };
}

function nativeRequest(messages: readonly Message[], cache: CachePlan, more: RequestParts = {}): ModelRequest {
  return aRequest("anthropic_messages", { messages, cache, traits: native, system, ...more });
}

function markNative(messages: readonly Message[], cache: CachePlan, more: RequestParts = {}): Marked<AnthropicBody> {
  const request = nativeRequest(messages, cache, more);
  return anthropic.mark(anthropic.body(request), request, now);
}

function envelopeRequest(messages: readonly Message[], cache: CachePlan, more: RequestParts = {}): ModelRequest {
  return aRequest("chat_completions", { messages, cache, traits: envelope, system, ...more });
}

function markEnvelope(messages: readonly Message[], cache: CachePlan, more: RequestParts = {}): Marked<ChatBody> {
  const request = envelopeRequest(messages, cache, more);
  return chat.mark(chat.body(request), request, now);
}

/** Paths of everything that carries a marker, in the order of the body. */
function markersIn(value: unknown, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "cache_control" in value ? [path] : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, inner]) => markersIn(inner, path === "" ? key : `${path}.${key}`)),
  ];
}

function unmarked(value: unknown): string {
  return JSON.stringify(value, (key: string, inner: unknown) => (key === "cache_control" ? undefined : inner));
}

describe("system_and_3", () => {
  test("[CC-C68] native: the cached prompt and the last three messages, tool results on their own block", () => {
    const { body } = markNative([user("a"), assistant("b"), user("c"), ...step("t")], plan("system_and_3"));
    expect(markersIn(body)).toEqual([
      "system.1",
      "messages.2.content.0",
      "messages.3.content.0",
      "messages.4.content.0",
    ]);
  });

  test("without a system text the last four messages are marked", () => {
    const { body } = markNative([user("a"), assistant("b"), user("c"), ...step("t")], plan("system_and_3"), {
      system: [],
    });
    expect(markersIn(body)).toEqual([1, 2, 3, 4].map((index) => `messages.${index}.content.0`));
  });

  test("thinking at the end gives its marker to the block before it", () => {
    const blocks = [
      { type: "text", text: "hm" },
      { type: "thinking", thinking: "x", signature: "s" },
    ];
    const messages = [user("a"), assistant("hm", { anthropic_content_blocks: blocks }), user("b")];
    const { body } = markNative(messages, plan("system_and_3"), { turnStart: 0 });
    expect(markersIn(body)).toContain("messages.1.content.0");
    expect(markersIn(body)).not.toContain("messages.1.content.1");
  });

  test("native: each of several results is one of the three", () => {
    const made = [call("a"), call("b"), call("c"), call("d")];
    const four = [user("go"), assistant("", { tool_calls: made }), ...made.map(({ id }) => result(id))];
    expect(markersIn(markNative(four, plan("system_and_3")).body)).toEqual([
      "system.1",
      "messages.2.content.1",
      "messages.2.content.2",
      "messages.2.content.3",
    ]);
  });

  test("[CC-C69] envelope: three results of tools carry none", () => {
    const made = [call("a"), call("b"), call("c")];
    const three = [user("go"), assistant("", { tool_calls: made }), result("a"), result("b"), result("c")];
    expect(markersIn(markEnvelope(three, plan("system_and_3")).body)).toEqual(["messages.0.content.1"]);
  });

  test("[CC-C70] a reply without words: envelope marks the message, native the block its marker would move to", () => {
    const silent = [user("go"), ...step("a")];
    expect(markersIn(markEnvelope(silent, plan("system_and_3")).body)).toEqual([
      "messages.0.content.1",
      "messages.1.content.0",
      "messages.2",
    ]);
    const { body } = markNative(silent, plan("system_and_3"));
    expect(markersIn(body)).toContain("messages.1.content.0");
    expect(body.messages[1]?.content[0]).toMatchObject({ type: "tool_use", cache_control: { type: "ephemeral" } });
  });

  test("[CC-C71] a list that ends in a bare text gets no marker, and nothing fails", () => {
    const messages = [{ role: "user", content: [{ type: "text", text: "a" }, "bare"] }];
    const body = z.custom<ChatBody>().parse({ model: "m", messages });
    const request = envelopeRequest([user("x")], plan("system_and_3"), { system: [] });
    expect(chat.mark(body, request, now).body.messages).toEqual(messages);
    expect(markersIn(chat.mark(body, request, now).body)).toEqual([]);
  });
});

test.each(["anchored", "system_and_3"] as const)(
  "[CC-C98] %s: the system marker ends the cached prompt; the note and the ephemeral text behind it carry none",
  (strategy) => {
    const blocks = [...system, { text: "ephemeral", cached: false }];
    const marked = markersIn(markNative([user("a")], plan(strategy), { system: blocks }).body);
    expect(marked.filter((path) => path.startsWith("system"))).toEqual(["system.1"]);
    const passed = markersIn(markEnvelope([user("a")], plan(strategy), { system: blocks }).body);
    expect(passed.filter((path) => path.startsWith("messages.0"))).toEqual(["messages.0.content.1"]);
  },
);

describe("anchored", () => {
  const turn = [user("a"), assistant("b"), user("question"), ...step("t")];

  test("native: cached prompt, newest question and newest block; the tail names the last", () => {
    const { body, tail } = markNative(turn, plan("anchored"));
    expect(markersIn(body)).toEqual(["system.1", "messages.2.content.0", "messages.4.content.0"]);
    expect(tail?.message_key).toMatch(/^[0-9a-f]{32}$/);
    expect(tail).toMatchObject({
      message_index: 4,
      block_index: 0,
      ttl: "5m",
      last_used_at: now,
      route: "anthropic/claude-opus-4-8@api.anthropic.com",
    });
  });

  test("the previous tail is marked again however much was appended", () => {
    const { tail } = markNative(turn, plan("anchored"));
    const calls = Array.from({ length: 15 }, (_, index) => call(`n${index}`));
    const more = [...turn, assistant("", { tool_calls: calls }), ...calls.map(({ id }) => result(id))];
    const next = markNative(more, plan("anchored", { tail }), { turnStart: 2 });
    expect(markersIn(next.body)).toEqual([
      "system.1",
      "messages.2.content.0",
      "messages.4.content.0",
      "messages.6.content.14",
    ]);
  });

  test("a tail whose message grew behind it is still the same prefix", () => {
    const { tail } = markNative(turn, plan("anchored"));
    const next = markNative([...turn, user("and now?")], plan("anchored", { tail }));
    expect(markersIn(next.body)).toEqual(["system.1", "messages.4.content.0", "messages.4.content.1"]);
  });

  test.each<[string, (tail: CacheTail) => CacheTail]>([
    ["whose message changed", (tail) => ({ ...tail, message_key: "0".repeat(32) })],
    ["whose message is gone", (tail) => ({ ...tail, message_index: 40 })],
    ["of another route", (tail) => ({ ...tail, route: "elsewhere" })],
  ])("a tail %s is dropped", (_, change) => {
    const first = markNative(turn.slice(0, 2), plan("anchored"), { turnStart: 0 });
    if (first.tail === null) throw new Error("no tail");
    const { body } = markNative(turn, plan("anchored", { tail: change(first.tail) }));
    expect(markersIn(body)).toEqual(["system.1", "messages.2.content.0", "messages.4.content.0"]);
  });

  test("envelope: a tool result carries the marker on its text, a reply without text passes it back", () => {
    expect(markersIn(markEnvelope(turn, plan("anchored")).body)).toEqual([
      "messages.0.content.1",
      "messages.3.content.0",
      "messages.5.content.0",
    ]);
    const silent = [user("go"), assistant("", { tool_calls: [call("a")] })];
    expect(markersIn(markEnvelope(silent, plan("anchored")).body)).toEqual([
      "messages.0.content.1",
      "messages.1.content.0",
    ]);
  });

  test("the anchor is the question even where the list was given another beginning", () => {
    const { body } = markNative([assistant("summary"), user("question"), ...step("t")], plan("anchored"));
    expect(markersIn(body)).toEqual(["system.1", "messages.2.content.0", "messages.4.content.0"]);
  });
});

const markers = (cache: CachePlan): readonly unknown[] => {
  const { body } = markNative([user("a")], cache);
  return [body.system?.[1]?.cache_control, body.messages[0]?.content[0]?.cache_control];
};

test("an hour is written out and stands in front of five minutes", () => {
  const long = { type: "ephemeral", ttl: "1h" };
  const short = { type: "ephemeral" };
  expect(markers(plan("anchored", { systemTtl: "1h" }))).toEqual([long, short]);
  expect(markers(plan("anchored", { ttl: "1h" }))).toEqual([long, long]);
});

test("what was written for an hour keeps it when five minutes are enough from now on", () => {
  const messages = [user("a"), assistant("b"), user("c"), ...step("t")];
  const { tail } = markNative(messages, plan("anchored", { ttl: "1h" }));
  const next = markNative([...messages, ...step("u")], plan("anchored", { tail }), { turnStart: 2 });
  expect(next.markers).toEqual([
    { section: "system", block: 1, ttl: "1h" },
    { section: "messages", block: 2, ttl: "1h" },
    { section: "messages", block: 4, ttl: "1h" },
    { section: "messages", block: 6, ttl: "5m" },
  ]);
  expect(next.tail?.ttl).toBe("5m");
});

test("no markers where the plan says off or the endpoint takes none", () => {
  expect(markersIn(markNative([user("a")], plan("off")))).toEqual([]);
  const none = { caching: { kind: "automatic", source: "automatic (OpenAI)" } } as const;
  expect(markNative([user("a")], plan("anchored"), { traits: none })).toMatchObject({ tail: null });
  expect(markersIn(markEnvelope([user("a")], plan("anchored"), { traits: none }).body)).toEqual([]);
});

const words = fc.constantFrom("", " ", "a", "b c");
const anyStep = fc
  .record({ said: words, calls: fc.integer({ min: 0, max: 4 }), output: words, thinks: fc.boolean() })
  .map(({ said, calls, output, thinks }): readonly Message[] => {
    const made = Array.from({ length: calls }, (_, index) => call(`c${index}`));
    const details = thinks ? { reasoning_details: [{ type: "thinking", thinking: "x", signature: "s" }] } : {};
    const reply = assistant(said, { ...details, ...(calls === 0 ? {} : { tool_calls: made }) });
    return [reply, ...(calls === 0 ? [user(output)] : made.map(({ id }) => result(id, output)))];
  });

const anyCase = fc.record({
  steps: fc.array(anyStep, { minLength: 1, maxLength: 6 }),
  strategy: fc.constantFrom("anchored" as const, "system_and_3" as const),
  ttl: fc.constantFrom("5m" as const, "1h" as const),
  systemTtl: fc.constantFrom("5m" as const, "1h" as const),
  blocks: fc.constantFrom(system, [], system.slice(2)),
});

type MarkAny = {
  readonly request: (messages: readonly Message[], cache: CachePlan, more: RequestParts) => ModelRequest;
  readonly body: (request: ModelRequest) => object;
  readonly mark: (request: ModelRequest) => Marked<object>;
  readonly again: (request: ModelRequest) => Marked<object>;
};

const layouts: readonly [string, MarkAny][] = [
  [
    "native",
    {
      request: nativeRequest,
      body: anthropic.body,
      mark: (request) => anthropic.mark(anthropic.body(request), request, now),
      again: (request) => anthropic.mark(anthropic.mark(anthropic.body(request), request, now).body, request, now),
    },
  ],
  [
    "envelope",
    {
      request: envelopeRequest,
      body: chat.body,
      mark: (request) => chat.mark(chat.body(request), request, now),
      again: (request) => chat.mark(chat.mark(chat.body(request), request, now).body, request, now),
    },
  ],
];

describe.each(layouts)("%s: whatever the conversation", (_, { request, body, mark, again }) => {
  test("[CC-I22] at most four markers, none on thinking or blank text, an hour first, nothing else changed, twice is once", () => {
    fc.assert(
      fc.property(anyCase, ({ steps, strategy, ttl, systemTtl, blocks }) => {
        let tail: CacheTail | null = null;
        let messages: readonly Message[] = [user("start")];
        for (const next of steps) {
          messages = [...messages, ...next];
          const asked = request(messages, plan(strategy, { ttl, systemTtl, tail }), { system: blocks });
          const before = JSON.stringify(body(asked));
          const marked = mark(asked);
          const marks = markersIn(marked.body);
          expect(marks.length).toBeLessThanOrEqual(4);
          expect(JSON.stringify(marked.body)).not.toMatch(/"(?:thinking|redacted_thinking)"[^}]*"cache_control"/);
          expect(JSON.stringify(marked.body)).not.toMatch(/"text":" *","cache_control"/);
          expect(JSON.stringify(marked.body)).not.toMatch(/"ephemeral"\}.*"ttl":"1h"/);
          expect(unmarked(marked.body)).toBe(before);
          expect(JSON.stringify(body(asked))).toBe(before); // the caller's objects were not touched
          expect(again(asked)).toEqual(marked);
          tail = marked.tail;
        }
      }),
    );
  });

  test("anchored marks the block that carried the last marker, as long as the conversation only grows", () => {
    fc.assert(
      fc.property(anyCase, ({ steps, blocks }) => {
        let tail: CacheTail | null = null;
        let messages: readonly Message[] = [user("start")];
        for (const next of steps) {
          const previous: CacheTail | null = tail;
          messages = [...messages, ...next];
          const marked = mark(request(messages, plan("anchored", { tail }), { system: blocks, turnStart: 0 }));
          if (previous !== null) {
            expect(markersIn(marked.body)).toContain(
              `messages.${previous.message_index}.content.${previous.block_index}`,
            );
          }
          tail = marked.tail;
        }
      }),
    );
  });
});
