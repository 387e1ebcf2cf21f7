import { expect, test } from "vitest";
import { aRequest, assistant, call, picture, result, user } from "../../../tests/fixtures/wire/requests.ts";
import { noLatches, type WireLatches } from "../../domain/model-client.ts";
import type { ApiMode } from "../../domain/runtime.ts";
import { wireOf, type Wire } from "../wire.ts";
import { createAnthropicMessages } from "./anthropic-messages/anthropic-messages.ts";
import { createChatCompletions } from "./chat-completions/chat-completions.ts";
import { toolImageLeftOut, toolImageRefused } from "./content.ts";
import { createOpenaiResponses } from "./openai-responses/openai-responses.ts";

const formats: readonly (readonly [ApiMode, () => Wire])[] = [
  ["chat_completions", () => wireOf(createChatCompletions())],
  ["anthropic_messages", () => wireOf(createAnthropicMessages())],
  ["codex_responses", () => wireOf(createOpenaiResponses())],
];

const seen = { type: "image_url", image_url: { url: "data:image/png;base64,VE9PTA==" } } as const; // "TOOL"
const messages = [
  user([{ type: "text", text: "look" }, picture]),
  assistant("", { tool_calls: [call("a")] }),
  result("a", [{ type: "text", text: "a screen" }, seen]),
];

function sender(mode: ApiMode, wire: Wire): (latches: Partial<WireLatches>) => string {
  return (latches) => {
    const written = wire.write(aRequest(mode, { messages, latches: { ...noLatches, ...latches } }), 0);
    return written.kind === "written" ? written.text : written.problem;
  };
}

test.each(formats)("%s: without images from tools a note stands there, and a person's image stays", (mode, make) => {
  const send = sender(mode, make());
  const before = send({});
  expect([before.includes("VE9PTA=="), before.includes("aGk=")]).toEqual([true, true]);
  const after = send({ toolImagesDisabled: true }); // the messages are the same objects: the memo knows the difference
  expect([after.includes("VE9PTA=="), after.includes("aGk=")]).toEqual([false, true]);
  expect(after).toContain(toolImageLeftOut);
  expect(send({})).toBe(before);
});

test.each<[ApiMode, () => Wire, string]>([
  ["chat_completions", () => wireOf(createChatCompletions()), "content"],
  ["anthropic_messages", () => wireOf(createAnthropicMessages()), "content"],
  ["codex_responses", () => wireOf(createOpenaiResponses()), "output"],
])("%s: where only text is taken from tools, a result is one string", (mode, make, key) => {
  const text = sender(mode, make())({ toolTextOnly: true });
  expect(text).toContain(`"${key}":${JSON.stringify(`a screen\n${toolImageRefused}`)}`);
  expect(text.includes("aGk=")).toBe(true);
});

test("a string it is also where cache markers want parts, and markers still find a place", () => {
  const caching = { kind: "markers", layout: "envelope", source: "a test" } as const;
  const cache = { strategy: "anchored", ttl: "5m", systemTtl: "5m", tail: null, key: null } as const;
  const latches = { ...noLatches, toolTextOnly: true };
  const request = aRequest("chat_completions", { messages, latches, cache, traits: { caching } });
  const written = wireOf(createChatCompletions()).write(request, 0);
  const text = written.kind === "written" ? written.text : "";
  expect(text).toContain(`"content":${JSON.stringify(`a screen\n${toolImageRefused}`)}`);
  expect(text).toContain('"cache_control"');
});
