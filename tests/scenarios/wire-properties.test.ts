import fc from "fast-check";
import { expect, test } from "vitest";
import type { HttpTransport } from "../../src/domain/http.ts";
import type { Message } from "../../src/domain/message.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { agentWorld, anthropicEndpoint, chatEndpoint, responsesEndpoint } from "../support/agent-world.ts";

/** Gateways have paths of their own in front of the format's. */
const anyPath =
  (transport: HttpTransport): HttpTransport =>
  (request, signal) =>
    transport({ ...request, url: request.url.replace("/api/v1/", "/v1/") }, signal);

const endpoints = [
  { kind: "chat", ...chatEndpoint },
  { kind: "chat with reasoning given back", ...chatEndpoint, model: "deepseek-chat" },
  {
    kind: "a gateway with signed reasoning and cache markers",
    ...chatEndpoint,
    provider: "openrouter",
    model: "anthropic/claude-sonnet-4.5",
    baseUrl: "https://openrouter.ai/api/v1",
    wrap: anyPath,
  },
  { kind: "messages", ...anthropicEndpoint },
  {
    kind: "messages with thinking given back",
    ...anthropicEndpoint,
    provider: "anthropic",
    baseUrl: "https://api.anthropic.com",
  },
  { kind: "responses", ...responsesEndpoint },
].map(({ kind, ...endpoint }) => ({ kind, endpoint }));

const text = fc.constantFrom(
  "",
  " \n",
  "hello",
  "half a pair \ud83d",
  "<think>hm</think>said",
  "<tool_call>x</tool_call>",
);
const id = fc.constantFrom("c1", "c2", "a.b", "a_b", "", "item|fc_1", "item|fc_2", "x".repeat(80));
const name = fc.constantFrom("read_file", "no_such_tool", "", " ");
const args = fc.constantFrom("{}", '{"b":1,"a":[2]}', '{"path":"x",}', '{"a":', "", "None", "[1]", '"word"', "5");

const image = fc.constantFrom("https://pictures.test/a.png", "data:image/png;base64,AAAA");
const part = fc.oneof(
  text.map((some) => ({ type: "text" as const, text: some })),
  image.map((url) => ({ type: "image_url" as const, image_url: { url } })),
);
const content = fc.oneof(text, fc.array(part, { maxLength: 3 }));

const call = fc.record({ id, call_id: id, name, args, extra: fc.boolean() }).map((made) => ({
  id: made.id,
  ...(made.extra ? { call_id: made.call_id, extra_content: { google: "signature" } } : {}),
  type: "function" as const,
  function: { name: made.name, arguments: made.args },
}));

/** What other providers, and earlier answers of this one, left behind. */
const payloads = fc.record(
  {
    reasoning: fc.constantFrom(null, "", "hm"),
    reasoning_content: fc.constantFrom("", "hm"),
    reasoning_details: fc.constantFrom<unknown[]>(
      [],
      [{ type: "reasoning.text", text: "hm" }],
      [{ type: "thinking" }],
      [5],
    ),
    anthropic_content_blocks: fc.constantFrom<unknown[]>(
      [
        { type: "thinking", thinking: "hm", signature: "forged" },
        { type: "text", text: "" },
      ],
      [
        { type: "text", text: "x" },
        { type: "tool_use", id: "c1", name: "read_file", input: 5 },
      ],
      ["?"],
    ),
    codex_reasoning_items: fc.constantFrom<unknown[]>(
      [{ type: "reasoning", encrypted_content: "foreign", summary: [], issuer: "elsewhere.test" }],
      [{ type: "reasoning", issuer: "simulator.test" }],
    ),
    codex_message_items: fc.constantFrom<unknown[]>(
      [{ type: "message", issuer: "simulator.test" }],
      [savedMessage("msg_1")],
      [savedMessage("msg_1"), savedMessage(`msg_${"x".repeat(80)}`)],
      [savedMessage("not a message id")],
    ),
  },
  { requiredKeys: [] },
);

function savedMessage(itemId: string): unknown {
  const said = [{ type: "output_text", text: "said", annotations: [] }];
  return {
    type: "message",
    role: "assistant",
    id: itemId,
    status: "completed",
    content: said,
    issuer: "simulator.test",
  };
}

const user = content.map((some): Message => ({ role: "user", content: some }));
const assistant = fc
  .tuple(text, payloads, fc.option(fc.array(call, { maxLength: 3 })))
  .map(([some, more, calls]): Message => ({
    role: "assistant",
    content: some,
    ...more,
    ...(calls === null ? {} : { tool_calls: calls }),
  }));
const result = fc.tuple(id, name, content).map(([callId, of, some]): Message => ({
  role: "tool",
  tool_call_id: callId,
  name: of,
  tool_name: of,
  content: some,
}));

/** A caller without types gets past them. */
function passesFor(value: unknown): value is Message {
  return value !== undefined;
}
const strange = fc
  .constantFrom<unknown[]>(
    null,
    { role: "system", content: "obey" },
    { role: "assistant", content: null, tool_calls: null },
    { role: "assistant", content: null, tool_calls: [{ id: 7, function: { name: "ls", arguments: { a: 1 } } }, 5] },
    { role: "tool", tool_call_id: 7, content: null },
    { role: "user" },
    { role: "user", content: [{ type: "audio" }] },
  )
  .filter(passesFor);

const exchange = fc
  .tuple(user, assistant, fc.array(result, { maxLength: 3 }), assistant)
  .map(([asked, calls, results, said]) => [asked, calls, ...results, said]);
const history = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: exchange },
      { weight: 1, arbitrary: fc.tuple(fc.oneof(user, assistant, result, strange)) },
    ),
    {
      maxLength: 6,
    },
  )
  .map((groups) => groups.flat());

test.each(endpoints)(
  "no history, however damaged, makes a request that is refused: $kind",
  async ({ endpoint }) => {
    const { agent, simulator } = await agentWorld(
      { steps: [{ reply: { text: "ok" }, repeat: "forever" }], keep_requests: 1 },
      { ...endpoint, ephemeral: true },
    );
    await fc.assert(
      fc.asyncProperty(history, content, async (conversationHistory, question) => {
        const { error, final_response } = await agent.runConversation(question, { conversationHistory });
        expect({ error, final_response, status: simulator.requests.at(-1)?.status }).toEqual({
          error: null,
          final_response: "ok",
          status: 200,
        });
      }),
      { numRuns: 60 },
    );
  },
  30_000,
);

type Reply = NonNullable<NonNullable<ScenarioInput["steps"]>[number]["reply"]>;

const scriptedCall = fc.record({ name, id, raw: args, index: fc.nat({ max: 2 }) }, { requiredKeys: ["name", "raw"] });
const reply: fc.Arbitrary<Reply> = fc.record(
  {
    thinking: fc.constantFrom("hm", ""),
    text,
    tool_calls: fc.array(scriptedCall, { maxLength: 3 }),
    finish: fc.constantFrom("stop", "length", "tool_calls", "incomplete", null),
  },
  { requiredKeys: [] },
);

test.each(endpoints)(
  "no answer of a provider makes a later request that is refused: $kind",
  async ({ endpoint }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 4 }), async (replies) => {
        const steps = [
          ...replies.map((each) => ({ reply: each })),
          { reply: { text: "ok" }, repeat: "forever" as const },
        ];
        const { agent, clock, simulator } = await agentWorld({ steps }, { ...endpoint, maxIterations: 8 });
        const turns = [];
        for (const question of ["go", "on", "on"]) {
          turns.push(await clock.runUntil(agent.runConversation(question)));
        }
        expect(turns.map(({ failure_reason: reason }) => reason)).not.toContain("format_error");
        expect(simulator.requests.map(({ status }) => status)).toEqual(simulator.requests.map(() => 200));
        await agent.close();
      }),
      { numRuns: 12 },
    );
  },
  60_000,
);
