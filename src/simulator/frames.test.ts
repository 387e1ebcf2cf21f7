import { expect, test } from "vitest";
import { bytesOf, send } from "../../tests/support/ask-simulator.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { createSimulator } from "./handler.ts";

const hi = { role: "user", content: "hi" };
const reply = { thinking: "hm", text: ["a", "b"], tool_calls: [{ name: "t", raw: ["{", "}"] }] };

function stream(path: string, body: object): string {
  const simulator = createSimulator({ clock: new FakeClock(), scenario: { steps: [{ reply }] } });
  return bytesOf(send(simulator, path, { ...body, stream: true }).chunks).toString();
}

const eventsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^event: (.*)$/gm)].map(([, name = ""]) => name);

const block = (deltas: number): readonly string[] => [
  "content_block_start",
  ...Array.from({ length: deltas }, () => "content_block_delta"),
  "content_block_stop",
];

test("Anthropic names every event, pings, and signs a thought at its end", () => {
  const text = stream("/v1/messages", { model: "claude-sonnet-5", max_tokens: 9, messages: [hi] });
  const [start = "", ...rest] = block(2);
  const thought = [start, "ping", ...rest];
  expect(eventsOf(text)).toEqual([
    "message_start",
    ...thought,
    ...block(2),
    ...block(2),
    "message_delta",
    "message_stop",
  ]);
  expect(text).toMatch(/"type":"thinking_delta".*\n\nevent: content_block_delta\ndata: .*"type":"signature_delta"/);
});

test("chat frames have no names, end with [DONE], and are padded by OpenAI alone", () => {
  const openAi = stream("/v1/chat/completions", { model: "gpt-5", messages: [hi] });
  expect(eventsOf(openAi)).toEqual([]);
  expect(openAi.endsWith('"finish_reason":"tool_calls"}],"obfuscation":"0123456789abcdef"}\n\ndata: [DONE]\n\n')).toBe(
    true,
  );
  const unpadded = { model: "gpt-5", messages: [hi], stream_options: { include_obfuscation: false } };
  expect(stream("/v1/chat/completions", unpadded)).not.toContain("obfuscation");
  expect(stream("/v1/chat/completions", { model: "demo", messages: [hi] })).not.toContain("obfuscation");
});

test("a response tells each item from its beginning to its end", () => {
  const text = stream("/v1/responses", { model: "gpt-5", input: [hi] });
  expect(eventsOf(text).map((name) => name.replace("response.", ""))).toEqual([
    "created",
    "in_progress",
    "output_item.added",
    "reasoning_summary_part.added",
    "reasoning_summary_text.delta",
    "reasoning_summary_text.done",
    "reasoning_summary_part.done",
    "output_item.done",
    "output_item.added",
    "content_part.added",
    "output_text.delta",
    "output_text.delta",
    "output_text.done",
    "content_part.done",
    "output_item.done",
    "output_item.added",
    "function_call_arguments.delta",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "output_item.done",
    "completed",
  ]);
  expect(text).not.toContain("[DONE]");
});

test("an answer that never says how it ended just stops", () => {
  const simulator = createSimulator({
    clock: new FakeClock(),
    scenario: { steps: [{ reply: { text: "half", finish: null }, repeat: 3 }] },
  });
  const last = (path: string, body: object): string =>
    bytesOf(send(simulator, path, { ...body, stream: true }).chunks).toString();
  expect(last("/v1/messages", { model: "demo", max_tokens: 9, messages: [hi] })).not.toContain("message_delta");
  expect(last("/v1/chat/completions", { model: "demo", messages: [hi] })).not.toContain('"finish_reason":"');
  expect(last("/v1/responses", { model: "demo", input: [hi] })).not.toContain("response.completed");
});
