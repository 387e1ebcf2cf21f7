import { expect, test } from "vitest";
import { aRequest, type RequestParts } from "../../../tests/fixtures/wire/requests.ts";
import type { CachingTrait } from "../../domain/runtime.ts";
import { createChatCompletions } from "../protocols/chat-completions/chat-completions.ts";
import { createOpenaiResponses } from "../protocols/openai-responses/openai-responses.ts";

const chat = createChatCompletions();
const responses = createOpenaiResponses();
const cache = { strategy: "off", ttl: "5m", systemTtl: "5m", tail: null, key: "pck_1" } as const;
const system = [
  { text: "cached", cached: true },
  { text: "note", cached: false },
];
const retained: CachingTrait = { kind: "automatic", source: "", lifeSeconds: 300, retention: "24h" };
const broken: CachingTrait = { kind: "automatic", source: "", lifeSeconds: 1_800, breakpoints: true };
const breakpoint = { mode: "explicit" };

function chatBody(caching: CachingTrait, more: RequestParts = {}) {
  const request = aRequest("chat_completions", { traits: { caching }, cache, system, ...more });
  return chat.mark(chat.body(request), request, 0).body;
}

function responsesBody(caching: CachingTrait, more: RequestParts = {}) {
  const request = aRequest("codex_responses", { traits: { caching }, cache, system, ...more });
  return responses.mark(responses.body(request), request, 0).body;
}

test("a model that can keep prefixes for a day is asked to, in both formats", () => {
  const hints = { prompt_cache_key: "pck_1", prompt_cache_retention: "24h" };
  expect([chatBody(retained), responsesBody(retained)]).toMatchObject([hints, hints]);
  expect([chatBody(broken), responsesBody(broken)].filter((body) => "prompt_cache_retention" in body)).toEqual([]);
});

test("a model that finds only breakpoints gets one where the cached prompt ends, and nowhere else", () => {
  const part = { text: "cached", prompt_cache_breakpoint: breakpoint };
  expect(chatBody(broken).messages[0]?.content).toEqual([
    { type: "text", ...part },
    { type: "text", text: "note" },
  ]);
  expect(responsesBody(broken).input[0]).toEqual({
    role: "developer",
    content: [
      { type: "input_text", ...part },
      { type: "input_text", text: "note" },
    ],
  });
  expect(JSON.stringify(responsesBody(broken)).match(/prompt_cache_breakpoint/g)).toHaveLength(1);
});

test("side work, which has no key, leaves nothing behind and marks nothing", () => {
  const none = { cache: { ...cache, key: null } };
  const bodies = JSON.stringify([chatBody(retained, none), chatBody(broken, none), responsesBody(broken, none)]);
  expect(bodies).not.toContain("prompt_cache");
});
