import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { replay } from "../../../../tests/fixtures/wire/replay.ts";
import {
  aRequest,
  assistant,
  call,
  picture,
  type RequestParts,
  result,
  step,
  user,
} from "../../../../tests/fixtures/wire/requests.ts";
import type { AssistantMessage, Message } from "../../../domain/message.ts";
import type { ReplyDraft } from "../../protocol.ts";
import { createOpenaiResponses } from "./openai-responses.ts";
import { createPreflight } from "./preflight.ts";
import type { InputItem, ResponsesBody } from "./wire-types.ts";

const protocol = createOpenaiResponses();
const mode = "codex_responses";

function bodyOf(parts: RequestParts): ResponsesBody {
  return protocol.body(aRequest(mode, parts));
}

function inputOf(messages: readonly Message[], parts: RequestParts = {}): readonly InputItem[] {
  return bodyOf({ messages, ...parts }).input;
}

function recorded(name: string, parts: RequestParts = {}): ReplyDraft {
  const bytes = readFileSync(`tests/fixtures/wire/${name}.sse`);
  const { end } = replay(protocol, aRequest(mode, parts), [bytes]);
  if (end.kind !== "reply") throw new Error(JSON.stringify(end));
  return end.reply;
}

/** A reply as it enters the history. */
function remembered({
  content,
  tool_calls,
  codex_reasoning_items: thoughts,
  codex_message_items: items,
}: ReplyDraft): AssistantMessage {
  return assistant(content, {
    ...(tool_calls.length === 0 ? {} : { tool_calls }),
    ...(thoughts ? { codex_reasoning_items: thoughts } : {}),
    ...(items ? { codex_message_items: items } : {}),
  });
}

test("[AL-D11] nothing is stored, the system text is the instructions and no item", () => {
  const tools = [{ name: "read_file", description: "Reads", parameters: { type: "object" } }];
  const cache = { strategy: "off", ttl: "5m", systemTtl: "5m", tail: null, key: "pck_1" } as const;
  const system = [
    { text: "Be brief.", cached: true },
    { text: "A note.", cached: false },
  ];
  const body = bodyOf({ tools, cache, system, maxTokens: 900, reasoning: { enabled: true, effort: "max" } });
  expect(JSON.stringify(body)).toBe(
    JSON.stringify({
      model: "gpt-5.2",
      instructions: "Be brief.\n\nA note.",
      input: [{ role: "user", content: "hello" }],
      tools: [
        { type: "function", name: "read_file", description: "Reads", strict: false, parameters: { type: "object" } },
      ],
      tool_choice: "auto",
      parallel_tool_calls: true,
      store: false,
      include: ["reasoning.encrypted_content"],
      reasoning: { effort: "xhigh", summary: "auto" },
      max_output_tokens: 900,
      prompt_cache_key: "pck_1",
      stream: true,
    }),
  );
  expect(bodyOf({ system: [] }).instructions).not.toBe("");
});

test("[AL-D12] an encrypted thought is replayed without its id, before the message it led to", () => {
  const said = remembered(recorded("responses-text"));
  expect(inputOf([user("go"), said, user("on")])).toEqual([
    { role: "user", content: "go" },
    {
      type: "reasoning",
      summary: [
        { type: "summary_text", text: "**Weighing**\nthis" },
        { type: "summary_text", text: "**Deciding** ünd that" },
      ],
      encrypted_content: "ZW5j",
    },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Grüße 😀 世界", annotations: [] }],
    },
    { role: "user", content: "on" },
  ]);
});

test("[AL-D13] at another base URL neither thought nor item is replayed, only the words", () => {
  const messages = [user("go"), remembered(recorded("responses-text")), user("on")];
  const own = inputOf(messages);
  const other = inputOf(messages, { runtime: { baseUrl: "https://elsewhere.example/v1" } });
  expect(own.length).toBe(4);
  expect(other).toEqual([
    { role: "user", content: "go" },
    { role: "assistant", content: "Grüße 😀 世界" },
    { role: "user", content: "on" },
  ]);
});

test("[AL-D14] a call id of 80 characters is shortened alike on the call and on its output", () => {
  const input = inputOf([user("go"), ...step("x".repeat(80))]);
  const ids = input.flatMap((item) => ("call_id" in item ? [item.call_id] : []));
  expect(ids).toEqual([expect.stringMatching(/^call_[0-9a-f]{32}$/), ids[0]]);
});

test("[AL-D15] commentary before a call is not content, and the call is made", () => {
  const reply = recorded("responses-commentary-call");
  expect(reply.content).toBe("");
  expect(reply.reasoning).toBe("I will look first.");
  expect(reply.finish_reason).toBe("tool_calls");
  expect(reply.tool_calls.map((made) => made.function)).toEqual([
    { name: "read_file", arguments: '{"path":"a"}' },
    { name: "todo", arguments: "{}" },
  ]);
  const input = inputOf([user("go"), remembered(reply), result("call_1"), result("call_2")]);
  expect(input[1]).toMatchObject({ type: "message", phase: "commentary" });
  expect(input.map((item) => ("type" in item ? item.type : item.role))).toEqual([
    "user",
    "message",
    "function_call",
    "function_call",
    "function_call_output",
    "function_call_output",
  ]);
});

test("a thought that stands alone is followed by an empty message, and each thought is sent once", () => {
  const thought = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e", issuer: "api.openai.com" };
  const said = assistant("", { codex_reasoning_items: [thought, thought] });
  const again = assistant("hm", { codex_reasoning_items: [thought] });
  expect(inputOf([user("go"), said, user("on"), again, user("on")])).toEqual([
    { role: "user", content: "go" },
    { type: "reasoning", summary: [], encrypted_content: "e" },
    { role: "assistant", content: "" },
    { role: "user", content: "on" },
    { role: "assistant", content: "hm" },
    { role: "user", content: "on" },
  ]);
});

test("once recovery has found encrypted thoughts refused, none is asked for or sent", () => {
  const latches = {
    reasoningDetailsDisabled: false,
    encryptedReplayDisabled: true,
    imagesDisabled: false,
    toolImagesDisabled: false,
  };
  const body = bodyOf({ messages: [user("go"), remembered(recorded("responses-text")), user("on")], latches });
  expect(body.include).toEqual([]);
  expect(JSON.stringify(body.input)).not.toContain("encrypted_content");
});

test("thoughts under temporary ids are not kept", () => {
  const output = [{ type: "reasoning", id: "rs_tmp_1", encrypted_content: "e", summary: [] }];
  const end = protocol.whole({ status: "completed", output, model: "m" }, aRequest(mode));
  expect(end.kind === "reply" && "codex_reasoning_items" in end.reply).toBe(false);
});

test("a result may name either id of its call, and shows its images", () => {
  const made = { ...call("item_1"), call_id: "call_1" };
  const history = [
    user([picture]),
    assistant("", { tool_calls: [made] }),
    result("item_1", [{ type: "text", text: "shot" }, picture]),
  ];
  expect(inputOf(history)).toEqual([
    { role: "user", content: [{ type: "input_image", image_url: picture.image_url.url }] },
    { type: "function_call", call_id: "call_1", name: "read_file", arguments: "{}" },
    {
      type: "function_call_output",
      call_id: "call_1",
      output: [
        { type: "input_text", text: "shot" },
        { type: "input_image", image_url: picture.image_url.url },
      ],
    },
  ]);
});

test.each([
  ["gpt-5", "minimal", "minimal"],
  ["gpt-5", "xhigh", "high"],
  ["gpt-5.2", "minimal", "none"],
  ["gpt-5.1-codex-max", "ultra", "xhigh"],
  ["gpt-5-pro", "low", "high"],
  ["o3", "minimal", "low"],
  ["grok-3-mini", "medium", "low"],
  ["grok-4", "high", undefined],
] as const)("%s asked for %s effort gets %s", (model, effort, expected) => {
  expect(bodyOf({ runtime: { model }, reasoning: { enabled: true, effort } }).reasoning?.effort).toBe(expected);
});

test("models that do not reason are not asked to, and the subscription backend gets no cap", () => {
  const reasoning = { enabled: true, effort: "high" } as const;
  const plain = bodyOf({ runtime: { model: "gpt-4o" }, reasoning });
  expect([plain.reasoning, plain.include]).toEqual([undefined, []]);
  expect(bodyOf({ reasoning: { enabled: false, effort: null } }).reasoning).toBeUndefined();
  const backend = { baseUrl: "https://chatgpt.com/backend-api/codex" };
  expect("max_output_tokens" in bodyOf({ runtime: backend, maxTokens: 5 })).toBe(false);
  expect("stream" in bodyOf({ traits: { streaming: false } })).toBe(false);
});

test("reasoning alone is an unfinished answer of a known endpoint and a finished one of an unknown", () => {
  expect(recorded("responses-reasoning-only").finish_reason).toBe("incomplete");
  expect(recorded("responses-reasoning-only", { traits: { official: false } }).finish_reason).toBe("stop");
});

const callItem = (name: string): object => ({ type: "function_call", call_id: name, name, arguments: "{}" });

test("a stream that stops inside a call gives up all calls and says which", () => {
  const frames = [
    { type: "response.output_item.done", output_index: 0, item: callItem("a") },
    { type: "response.output_item.added", output_index: 1, item: callItem("b") },
  ];
  const end = protocol.end(
    frames.reduce((state, frame) => protocol.step(state, frame)[0], protocol.start(aRequest(mode))),
  );
  expect(end).toMatchObject({
    kind: "reply",
    reply: { tool_calls: [], finish_reason: "length", partial: { droppedTools: ["a", "b"], contentFilter: false } },
  });
});

test.each([
  [
    { status: "completed", output: [], output_text: "hi" },
    { content: "hi", finish_reason: "stop" },
  ],
  [
    { status: "completed", output: [{ type: "function_call", call_id: "c", name: "a", arguments: { k: 1 } }] },
    { finish_reason: "tool_calls" },
  ],
  [
    { status: "completed", output: [{ type: "function_call", call_id: "c", name: "a", status: "in_progress" }] },
    { tool_calls: [], finish_reason: "incomplete" },
  ],
])("the whole answer %j", (json, expected) => {
  expect(protocol.whole(json, aRequest(mode))).toMatchObject({ kind: "reply", reply: expected });
});

test.each([
  [
    { error: { code: "server_error", message: "It broke" } },
    { kind: "error", code: "server_error", message: "It broke" },
  ],
  [
    { status: "failed", error: { code: "x", message: "y" }, output: [] },
    { kind: "invalid", message: "x: y" },
  ],
  [
    { status: "cancelled", output: [] },
    { kind: "invalid", message: "cancelled: the provider gave no reason" },
  ],
  [{}, { kind: "invalid", message: "The answer has no output" }],
  ["text", { kind: "invalid", message: "The answer is not an object" }],
])("%j is no answer", (json, fault) => {
  expect(protocol.whole(json, aRequest(mode))).toMatchObject({ kind: "fault", fault });
});

const check = (parts: RequestParts): unknown => protocol.preflight?.(bodyOf(parts));

test("what the endpoint would refuse is refused before it is sent", () => {
  const nameless = [user("go"), assistant("", { tool_calls: [call("a", "")] }), result("a")];
  expect(check({ messages: [user("go"), ...step("a")] })).toBeNull();
  expect(check({ messages: nameless })).toBe("Input item 1: function_call without name");
  expect(check({ overrides: { top_k: 1 } })).toBe("Unknown request key: top_k");
  expect(check({ overrides: { store: true } })).toBe(
    "A request may not be stored by the endpoint (store must be false)",
  );
});

test.each([
  ["x", "not an object"],
  [{ type: "function_call_output", output: "" }, "function_call_output without call_id"],
  [{ type: "reasoning", summary: [] }, "reasoning without encrypted_content"],
  [{ type: "mystery" }, "unknown type mystery"],
  [{ role: "system", content: "x" }, "system text belongs into the instructions"],
])("the item %j is refused", (item, problem) => {
  const preflight = createPreflight();
  expect(preflight({ store: false, input: [{ role: "user", content: "hi" }, item] })).toBe(`Input item 1: ${problem}`);
});

test("text that was streamed is the answer when the finished item forgot it", () => {
  const frames = [
    { type: "response.output_text.delta", output_index: 0, delta: "hi" },
    { type: "response.output_item.done", output_index: 0, item: { type: "message", role: "assistant", content: [] } },
    { type: "response.completed", response: { status: "completed" } },
  ];
  const start = protocol.start(aRequest(mode));
  const end = protocol.end(frames.reduce((state, frame) => protocol.step(state, frame)[0], start));
  expect(end).toMatchObject({ kind: "reply", reply: { content: "hi", finish_reason: "stop" } });
});
