import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { HttpTransport } from "../../src/domain/http.ts";
import type { AssistantMessage, Message, ToolMessage } from "../../src/domain/message.ts";
import { agentWorld, anthropicEndpoint, chatEndpoint, responsesEndpoint } from "../support/agent-world.ts";

const says = (...text: string[]) => ({ reply: { text } });
const reads = (path: string) => ({ name: "read_file", arguments: { path } });
const WireSchema = z.object({ messages: z.array(z.looseObject({ role: z.string() })) });

/** The messages of a chat request, without the system prompt. */
const sent = (request: { readonly body: unknown } | undefined) => WireSchema.parse(request?.body).messages.slice(1);

const assistant = (content: string, more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: "assistant",
  content,
  ...more,
});
const asks = (id: string, args = "{}"): AssistantMessage =>
  assistant("", { tool_calls: [{ id, type: "function", function: { name: "read_file", arguments: args } }] });
const result = (id: string): ToolMessage => ({
  role: "tool",
  tool_call_id: id,
  name: "read_file",
  tool_name: "read_file",
  content: "hello",
});

const holding = (text: string): unknown => expect.stringContaining(text);

/** Gateways have paths of their own in front of the format's. */
const anyPath =
  (transport: HttpTransport): HttpTransport =>
  (request, signal) =>
    transport({ ...request, url: request.url.replace(/\/\/([^/]+)\/.*(?=\/chat\/)/, "//$1/v1") }, signal);

async function answered(text: readonly string[], options: Parameters<typeof agentWorld>[1] = {}) {
  const stream: (string | null)[] = [];
  const { agent, clock } = await agentWorld(
    { steps: [{ reply: { text: [...text] }, repeat: "forever" }] },
    { ...options, streamDeltaCallback: (delta) => void stream.push(delta) },
  );
  return { ...(await clock.runUntil(agent.runConversation("go"))), stream };
}

test("[AL-C01] thinking in the text becomes reasoning, and the rest is the answer", async () => {
  const { messages, final_response, last_reasoning } = await answered(["<think>a</think>b"]);
  expect(messages.at(-1)).toMatchObject({ role: "assistant", content: "b", reasoning: "a" });
  expect({ final_response, last_reasoning }).toEqual({ final_response: "b", last_reasoning: "a" });
});

test("[AL-C02] reasoning that came as such wins, and inline thinking is only taken out", async () => {
  const { agent } = await agentWorld(
    { steps: [{ reply: { thinking: "r", text: "<think>x</think>b" } }] },
    { ...chatEndpoint, model: "deepseek-chat" },
  );
  const { messages } = await agent.runConversation("go");
  expect(messages.at(-1)).toMatchObject({ content: "b", reasoning: "r", reasoning_content: "r" });
});

test("[AL-C03] thinking cut into pieces is not shown", async () => {
  expect((await answered(["<", "think>a", "</thi", "nk>done"])).stream.join("")).toBe("done");
});

test("[AL-C04] a sentence about the tag is shown as it is", async () => {
  const { stream, final_response } = await answered(["Use the <think>", " element"]);
  expect([stream.join(""), final_response]).toEqual(["Use the <think> element", "Use the <think> element"]);
});

test("[AL-C05] thinking that never ends is never shown", async () => {
  expect((await answered(["<think>and", " so on"])).stream.join("")).toBe("");
});

test("[AL-C06] a closing tag alone is left out", async () => {
  expect((await answered(["Hello</think>world"])).stream.join("")).toBe("Helloworld");
});

test("recalled memory that the model repeats is neither shown nor stored", async () => {
  const { stream, final_response } = await answered(["<memory-con", "text>\nsecret\n</memory-context>", "Hi"]);
  expect([stream.join(""), final_response]).toEqual(["Hi", "Hi"]);
});

test("what was shown before a stop is told without the thinking in it", async () => {
  const { agent } = await agentWorld(
    { steps: [{ reply: { text: ["<think>a</think>so far", " and more"] }, fault: { kind: "stall", at_byte: 1_500 } }] },
    { streamDeltaCallback: () => agent.interrupt() },
  );
  expect((await agent.runConversation("go")).partial_text).toMatch(/^so far/);
});

test("[AL-C07] signed reasoning goes back to OpenRouter as it came", async () => {
  const { agent, simulator } = await agentWorld(
    { steps: [{ reply: { thinking: ["let me", " look"], tool_calls: [reads("x")] } }, says("ok")] },
    {
      provider: "openrouter",
      model: "anthropic/claude-sonnet-4.5",
      baseUrl: "https://openrouter.ai/api/v1",
      apiMode: "chat_completions",
      wrap: anyPath,
    },
  );
  const { messages, final_response } = await agent.runConversation("go");
  expect(final_response).toBe("ok");
  expect(messages[1]).toMatchObject({ reasoning_details: [{ type: "reasoning.text", text: "let me look", index: 0 }] });
  expect(sent(simulator.requests[1])[1]).toMatchObject({
    reasoning_details: messages[1]?.role === "assistant" ? messages[1].reasoning_details : null,
  });
});

const thoughtful = assistant("b", {
  reasoning: "r",
  reasoning_content: "r",
  reasoning_details: [{ type: "reasoning.text", text: "r" }],
});

test("[AL-C08] a server that does not take reasoning back gets none", async () => {
  const { agent, simulator } = await agentWorld({ steps: [says("ok")] });
  await agent.runConversation("c", { conversationHistory: [{ role: "user", content: "a" }, thoughtful] });
  expect(sent(simulator.requests[0])[1]).toEqual({ role: "assistant", content: "b" });
});

test("[AL-C09] DeepSeek gets the key it insists on, even where nothing was thought", async () => {
  const { agent, simulator } = await agentWorld(
    { steps: [{ reply: { tool_calls: [reads("x")] } }, says("ok")] },
    {
      provider: "deepseek",
      model: "deepseek-chat",
      baseUrl: "https://api.deepseek.com/v1",
      apiMode: "chat_completions",
    },
  );
  await agent.runConversation("go");
  expect(sent(simulator.requests[1])[1]).toMatchObject({ role: "assistant", reasoning_content: " " });
});

test("[AL-C10] a thought signature is sent to Gemini, to nobody else, and stays in history", async () => {
  const signed = { ...asks("1"), tool_calls: asks("1").tool_calls?.map((call) => ({ ...call, extra_content: "sig" })) };
  const history: Message[] = [{ role: "user", content: "a" }, signed, result("1"), assistant("b")];
  const world = await agentWorld(
    { steps: [says("one"), says("two")], models: ["gemini-2.5-pro", "gpt-4o"] },
    {
      provider: "gemini",
      model: "gemini-2.5-pro",
      baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
      wrap: anyPath,
    },
  );
  const first = await world.agent.runConversation("c", { conversationHistory: history });
  const other = await world.another(chatEndpoint);
  const second = await other.runConversation("d", { conversationHistory: first.messages });
  const [toGemini, toOther] = world.simulator.requests.map((request) => sent(request)[1]);
  expect(toGemini).toMatchObject({ tool_calls: [{ id: "1", extra_content: "sig" }] });
  expect(JSON.stringify(toOther)).not.toContain("extra_content");
  expect(second.messages[1]).toEqual(signed);
});

test("[AL-C11] arguments are sorted on the wire, and history keeps the model's own text", async () => {
  const own = '{"b":1, "a":2}';
  const { agent, simulator } = await agentWorld({ steps: [says("ok")] });
  const { messages } = await agent.runConversation("c", {
    conversationHistory: [{ role: "user", content: "a" }, asks("1", own), result("1"), assistant("b")],
  });
  expect(sent(simulator.requests[0])[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{"a":2,"b":1}' } }] });
  expect(messages[1]).toEqual(asks("1", own));
});

test("[AL-C12] two calls of one id become two calls, each with its result", async () => {
  const twice = [
    { ...reads("a.txt"), id: "c1", index: 0 },
    { ...reads("b.txt"), id: "c1", index: 1 },
  ];
  const { agent, cwd, simulator } = await agentWorld({ steps: [{ reply: { tool_calls: twice } }, says("ok")] });
  writeFileSync(join(cwd, "a.txt"), "first\n");
  writeFileSync(join(cwd, "b.txt"), "second\n");
  expect(await agent.runConversation("go")).toMatchObject({ final_response: "ok", tool_calls: 2 });
  expect(sent(simulator.requests[1]).slice(1)).toMatchObject([
    { role: "assistant", tool_calls: [{ id: "c1" }, { id: "c1_d2" }] },
    { role: "tool", tool_call_id: "c1", content: holding("first") },
    { role: "tool", tool_call_id: "c1_d2", content: holding("second") },
  ]);
});

test("[AL-C13] a call without an id gets one that the same call would get again", async () => {
  const nameless = { reply: { tool_calls: [{ ...reads("x"), id: "" }] } };
  const { agent } = await agentWorld({ steps: [nameless, nameless, says("ok")] });
  const { messages } = await agent.runConversation("go");
  const id = `call_${createHash("sha256").update('read_file:{"path":"x"}:0').digest("hex").slice(0, 12)}`;
  const ids = messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
  expect(ids).toEqual([id, id]);
});

test.each([chatEndpoint, anthropicEndpoint, responsesEndpoint])(
  "ids that a server counts anew in every reply are accepted by it again: $apiMode",
  async (endpoint) => {
    const step = { reply: { tool_calls: [{ ...reads("x"), id: "call_0" }] } };
    const { agent } = await agentWorld({ steps: [step, step, says("ok"), step, says("fine")] }, endpoint);
    expect(await agent.runConversation("go")).toMatchObject({ final_response: "ok" });
    expect(await agent.runConversation("on")).toMatchObject({ final_response: "fine" });
  },
);

async function wireOf(conversationHistory: readonly Message[]) {
  const { agent, simulator } = await agentWorld({ steps: [says("ok")] });
  await agent.runConversation("go on", { conversationHistory });
  return sent(simulator.requests[0]);
}

test("[AL-C14] a result nobody asked for is not sent", async () => {
  const wire = await wireOf([{ role: "user", content: "a" }, result("9"), assistant("b")]);
  expect(wire.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

test("[AL-C15] a call that was never answered is answered in its place", async () => {
  const wire = await wireOf([
    { role: "user", content: "a" },
    asks("1"),
    { role: "user", content: "b" },
    assistant("c"),
  ]);
  expect(wire.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user", "assistant", "user"]);
  expect(wire[2]).toMatchObject({ tool_call_id: "1", content: holding("effect is unknown") });
});

test("[AL-C16] an empty reply in the middle is sent with words in its place", async () => {
  const wire = await wireOf([
    { role: "user", content: "a" },
    assistant(""),
    { role: "user", content: "b" },
    assistant("c"),
  ]);
  expect(wire[1]).toEqual({ role: "assistant", content: "[response interrupted]" });
});

test("[AL-C17] stored arguments that cannot be read are sent as {}, and the result says so", async () => {
  const { agent, another, home, simulator } = await agentWorld({
    steps: [{ reply: { tool_calls: [reads("x")] } }, says("ok"), says("fine")],
  });
  const { session_id: sessionId } = await agent.runConversation("go");
  {
    using db = new DatabaseSync(join(home, "hermes.db"));
    const calls = asks("1", '{"a":').tool_calls?.map((call) => ({ ...call, id: idOf(sent(simulator.requests[1])[2]) }));
    db.prepare("UPDATE messages SET tool_calls = ? WHERE tool_calls IS NOT NULL").run(JSON.stringify(calls));
  }
  await (await another({ sessionId })).runConversation("go on");
  const wire = sent(simulator.requests[2]);
  expect(wire[1]).toMatchObject({ tool_calls: [{ function: { arguments: "{}" } }] });
  expect(z.looseObject({ content: z.string() }).parse(wire[2]).content).toMatch(/^\[The stored arguments .* are lost/);
});

function idOf(message: unknown): string {
  return z.looseObject({ tool_call_id: z.string() }).parse(message).tool_call_id;
}

test("[AL-C18] arguments with a comma too many are mended and carried out", async () => {
  const { agent, cwd } = await agentWorld({
    steps: [{ reply: { tool_calls: [{ name: "read_file", raw: ['{"path":"note', '.txt",}'] }] } }, says("ok")],
  });
  writeFileSync(join(cwd, "note.txt"), "hello\n");
  const { messages } = await agent.runConversation("go");
  expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{"path":"note.txt"}' } }] });
  expect(messages[2]).toMatchObject({ content: holding("1|hello") });
});

test("[AL-C19] thinking that came to nothing is asked again, and leaves no trace on the wire", async () => {
  const thinks = { reply: { thinking: "hm", text: "" } };
  const { agent, clock, simulator } = await agentWorld(
    { steps: [thinks, thinks, says("ok")] },
    { ...chatEndpoint, model: "deepseek-chat" },
  );
  expect(await clock.runUntil(agent.runConversation("go"))).toMatchObject({ final_response: "ok", api_calls: 3 });
  expect(sent(simulator.requests[2])).toEqual([{ role: "user", content: "go" }]);
});

function keysIn(value: unknown): readonly string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
}

test.each([chatEndpoint, anthropicEndpoint, responsesEndpoint])(
  "[AL-C20] nothing of our own bookkeeping is sent: $apiMode",
  async (endpoint) => {
    const step = { reply: { thinking: "hm", text: "Look.", tool_calls: [reads("x")] } };
    const { agent, simulator } = await agentWorld({ steps: [step, says("ok"), says("fine")] }, endpoint);
    await agent.runConversation("go");
    await agent.runConversation("on");
    const keys = new Set(simulator.requests.flatMap(({ body }) => keysIn(body)));
    expect(simulator.requests).toHaveLength(3);
    expect([...keys].filter((key) => key.startsWith("_") || key === "finish_reason" || key === "timestamp")).toEqual(
      [],
    );
  },
);
