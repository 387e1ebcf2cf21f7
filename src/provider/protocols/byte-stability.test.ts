import fc from "fast-check";
import { expect, test } from "vitest";
import { aRequest, call, picture, user } from "../../../tests/fixtures/wire/requests.ts";
import type { AssistantMessage, Message } from "../../domain/message.ts";
import type { ModelRequest } from "../../domain/model-client.ts";
import type { ApiMode } from "../../domain/runtime.ts";
import { createAnthropicMessages } from "./anthropic-messages/anthropic-messages.ts";
import { createChatCompletions } from "./chat-completions/chat-completions.ts";
import { createOpenaiResponses } from "./openai-responses/openai-responses.ts";

type Lower = (request: ModelRequest) => readonly unknown[];

/** A fresh protocol remembers nothing, so what it lowers is what a restart would send. */
const lowerings: Readonly<Record<ApiMode, () => Lower>> = {
  chat_completions: () => {
    const { body } = createChatCompletions();
    return (request) => body(request).messages;
  },
  anthropic_messages: () => {
    const { body } = createAnthropicMessages();
    return (request) => body(request).messages;
  },
  codex_responses: () => {
    const { body } = createOpenaiResponses();
    return (request) => body(request).input;
  },
};

const modes = ["chat_completions", "anthropic_messages", "codex_responses"] as const;
const half = fc.constantFrom("\ud83d", "\ude00"); // half a character, which JSON can carry and UTF-8 cannot
const words = fc.string({ unit: fc.oneof(half, fc.string({ minLength: 1, maxLength: 1 })), maxLength: 12 });
const content = fc.oneof(
  words,
  fc.array(fc.oneof(fc.record({ type: fc.constant("text" as const), text: words }), fc.constant(picture)), {
    maxLength: 3,
  }),
);
const args = fc.oneof(fc.json({ maxDepth: 2 }), words);

const reasoning = fc.record({
  reasoning: words,
  reasoning_details: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant("thinking"), thinking: words, signature: words }),
      fc.record({ type: fc.constant("redacted_thinking"), data: words }),
    ),
    { maxLength: 2 },
  ),
  codex_reasoning_items: fc.array(
    fc.record({
      type: fc.constant("reasoning"),
      id: words,
      summary: fc.constant([]),
      encrypted_content: words,
      issuer: fc.constantFrom("api.openai.com", "elsewhere.example"),
    }),
    { maxLength: 2 },
  ),
});

/** One step: a reply with calls, and their results. Ids are odd and recur from step to step. */
const step = fc
  .record({
    said: words,
    more: reasoning,
    calls: fc.array(fc.record({ args, output: content }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ said, more, calls }): readonly Message[] => {
    const ids = calls.map((_, index) => `call:${index}`);
    const reply: AssistantMessage = {
      role: "assistant",
      content: said,
      ...more,
      tool_calls: calls.map((made, index) => call(ids[index] ?? "", "read_file", made.args)),
    };
    return [
      reply,
      ...calls.map(({ output }, index): Message => ({
        role: "tool",
        tool_call_id: ids[index] ?? "",
        name: "read_file",
        tool_name: "read_file",
        content: output,
      })),
    ];
  });

const turn = fc
  .record({ question: content, steps: fc.array(step, { maxLength: 3 }), said: words, more: reasoning })
  .map(({ question, steps, said, more }): readonly Message[] => [
    user(question),
    ...steps.flat(),
    { role: "assistant", content: said, ...more },
  ]);

const conversation = fc.record({
  past: fc.array(turn, { maxLength: 4 }),
  question: content,
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});

test.each(modes)("[CC-I23] %s: what was sent in a turn keeps its bytes while the turn goes on", (mode) => {
  const traits = { reasoningEcho: "copy" } as const;
  fc.assert(
    fc.property(conversation, ({ past, question, steps }) => {
      const lower = lowerings[mode]();
      const before = [...past.flat(), user(question)];
      let messages: readonly Message[] = before;
      let sent = "[";
      for (const next of [[], ...steps]) {
        messages = [...messages, ...next];
        const request = aRequest(mode, { messages, turnStart: before.length - 1, traits });
        const now = JSON.stringify(lower(request)).slice(0, -1);
        expect(now.startsWith(sent)).toBe(true);
        expect(now).toBe(JSON.stringify(lowerings[mode]()(request)).slice(0, -1)); // remembering changes nothing
        sent = now;
      }
    }),
  );
});

test.each(modes)("%s: a message that did not change is not lowered again", (mode) => {
  const lower = lowerings[mode]();
  const messages = [user("go"), ...fc.sample(step, { numRuns: 5, seed: 1 }).flat()];
  const first = lower(aRequest(mode, { messages, turnStart: 0 }));
  const second = lower(
    aRequest(mode, { messages: [...messages, ...fc.sample(step, { numRuns: 1, seed: 2 }).flat()], turnStart: 0 }),
  );
  const lowered = first.filter((item) => !isSystem(item));
  expect(lowered.length).toBeGreaterThan(5);
  expect(lowered.filter((item) => !second.includes(item))).toEqual([]);
});

test.each(modes)("%s: no request carries a lone surrogate", (mode) => {
  fc.assert(
    fc.property(conversation, ({ past, question, steps }) => {
      const messages = [...past.flat(), user(question), ...steps.flat()];
      const sent = lowerings[mode]()(aRequest(mode, { messages }));
      expect(JSON.stringify(sent)).not.toMatch(/\\ud[89a-f]/);
    }),
    { numRuns: 50 },
  );
});

function isSystem(item: unknown): boolean {
  return typeof item === "object" && item !== null && "role" in item && item.role === "system";
}
