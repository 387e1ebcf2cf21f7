import { describe, expect, test } from "vitest";
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
import type { Message } from "../../../domain/message.ts";
import { imageThinned } from "../content.ts";
import { createAnthropicMessages } from "./anthropic-messages.ts";
import type { AnthropicBody, AnthropicMessage } from "./wire-types.ts";

const protocol = createAnthropicMessages();
const mode = "anthropic_messages";

function bodyOf(parts: RequestParts): AnthropicBody {
  return protocol.body(aRequest(mode, parts));
}

function messagesOf(messages: readonly Message[], parts: RequestParts = {}): readonly AnthropicMessage[] {
  return bodyOf({ messages, ...parts }).messages;
}

const thought = (text: string): object => ({ type: "thinking", thinking: text, signature: `sig-${text}` });
const text = (words: string): object => ({ type: "text", text: words });
const use = (id: string, input: object = {}): object => ({ type: "tool_use", id, name: "read_file", input });
const answer = (id: string): object => ({ type: "tool_result", tool_use_id: id, content: [text("done")] });

test("a plain request has its keys in a fixed order and only block lists", () => {
  expect(JSON.stringify(bodyOf({}))).toBe(
    JSON.stringify({
      model: "claude-opus-4-8",
      max_tokens: 128_000,
      system: [{ type: "text", text: "Be brief." }],
      messages: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
      stream: true,
    }),
  );
  expect(protocol.headers(aRequest(mode))).toEqual({
    "anthropic-version": "2023-06-01",
    "anthropic-beta": "interleaved-thinking-2025-05-14,fine-grained-tool-streaming-2025-05-14",
  });
});

test("[AL-D03] the results of two calls share one user message, in order", () => {
  const history = [user("go"), assistant("", { tool_calls: [call("a"), call("b")] }), result("a"), result("b")];
  expect(messagesOf(history)).toEqual([
    { role: "user", content: [text("go")] },
    { role: "assistant", content: [use("a"), use("b")] },
    { role: "user", content: [answer("a"), answer("b")] },
  ]);
});

test("[AL-D04] thinking stays as it is in the current turn and is gone from earlier ones", () => {
  const turn = (name: string): readonly Message[] => [
    user(name),
    ...step(`${name}1`, { reasoning_details: [thought(`${name}1`)] }),
    assistant(`${name} done`, { reasoning_details: [thought(`${name}2`)] }),
  ];
  const open = [
    user("c"),
    ...step("c1", { reasoning_details: [thought("c1")] }),
    ...step("c2", { reasoning_details: [thought("c2")] }),
  ];
  const sent = messagesOf([...turn("a"), ...turn("b"), ...open]);
  const kept = sent.map(({ content }) => content.filter((block) => block.type === "thinking"));
  expect(kept.slice(0, 9).flat()).toEqual([]);
  expect(
    kept
      .slice(9)
      .flat()
      .map((block) => JSON.stringify(block)),
  ).toEqual([JSON.stringify(thought("c1")), JSON.stringify(thought("c2"))]);
  expect(sent[9]?.content).toEqual([thought("c1"), use("c1")]);
});

describe("thinking is dropped", () => {
  const said = assistant("", { tool_calls: [call("a")], reasoning_details: [thought("x")] });
  test.each<[string, RequestParts]>([
    ["by other vendors' endpoints", { traits: { official: false } }],
    [
      "once recovery has found it refused",
      {
        latches: {
          reasoningDetailsDisabled: true,
          encryptedReplayDisabled: false,
          imagesDisabled: false,
          toolImagesDisabled: false,
        },
      },
    ],
  ])("%s", (_, parts) => {
    expect(messagesOf([user("go"), said, result("a")], parts)[1]?.content).toEqual([use("a")]);
  });

  test("when it is not signed, and kept when it is redacted", () => {
    const details = [
      { type: "thinking", thinking: "x", signature: "" },
      { type: "redacted_thinking", data: "cmVk" },
    ];
    const history = [user("go"), assistant("hm", { reasoning_details: details }), user("on")];
    expect(messagesOf(history, { turnStart: 0 })[1]?.content).toEqual([details[1], text("hm")]);
  });

  test("when a call of the message has no result", () => {
    const cut = assistant("hm", { tool_calls: [call("a"), call("b")], reasoning_details: [thought("x")] });
    expect(messagesOf([user("go"), cut, result("b")])).toEqual([
      { role: "user", content: [text("go")] },
      { role: "assistant", content: [text("hm"), use("b")] },
      { role: "user", content: [answer("b")] },
    ]);
  });
});

test("[AL-D05] thinking between calls is replayed in exactly that order", () => {
  const content = [thought("1"), use("a", { path: "x" }), thought("2"), use("b")];
  const whole = protocol.whole({ content, stop_reason: "tool_use", usage: null, model: "claude" }, aRequest(mode));
  if (whole.kind !== "reply") throw new Error("no reply");
  const { tool_calls, anthropic_content_blocks, reasoning_details } = whole.reply;
  const said = assistant("", {
    tool_calls,
    reasoning_details,
    ...(anthropic_content_blocks ? { anthropic_content_blocks } : {}),
  });
  expect(messagesOf([user("go"), said, result("a"), result("b")])[1]?.content).toEqual(content);
});

test("replayed blocks lose blank texts and markers and take their inputs from the calls", () => {
  const blocks = [
    thought("1"),
    { ...text(" "), cache_control: {} },
    { ...text("hm"), cache_control: {} },
    use("a", { stale: 1 }),
  ];
  const said = assistant("hm", {
    tool_calls: [call("a", "read_file", '{"b":1,"a":2}')],
    anthropic_content_blocks: blocks,
  });
  const sent = messagesOf([user("go"), said, result("a")])[1]?.content;
  expect(JSON.stringify(sent)).toBe(JSON.stringify([thought("1"), text("hm"), use("a", { a: 2, b: 1 })]));
});

test("[AL-D06] a history that starts with the assistant gets a user message in front", () => {
  const sent = messagesOf([assistant("summary"), user("go on")]);
  expect(sent.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  expect(sent[0]?.content).toEqual([text("[The conversation continues from here]")]);
});

test("[AL-D07] an id with foreign characters is mapped alike on the use and on the result", () => {
  const sent = messagesOf([user("go"), ...step("call:1/x")]);
  expect(sent.slice(1)).toEqual([
    { role: "assistant", content: [use("call_1_x")] },
    { role: "user", content: [answer("call_1_x")] },
  ]);
});

const shot = (id: string): readonly Message[] => [
  assistant("", { tool_calls: [call(id)] }),
  result(id, [{ type: "text", text: id }, picture]),
];

test("[AL-D08] of earlier results the newest three keep their images, and nothing changes within a turn", () => {
  const before = [user("go"), ...["a", "b", "c", "d", "e"].flatMap(shot), assistant("done"), user("again")];
  const first = messagesOf(before);
  const second = messagesOf([...before, ...shot("f")], { turnStart: before.length - 1 });
  const third = messagesOf([...before, ...shot("f"), ...shot("g")], { turnStart: before.length - 1 });
  const shows = third.map(({ content }) => JSON.stringify(content).includes('"image"'));
  expect(shows.flatMap((has, index) => (has ? [index] : []))).toEqual([6, 8, 10, 14, 16]);
  expect(JSON.stringify(third[2])).toContain(imageThinned);
  expect(JSON.stringify(second.slice(0, first.length))).toBe(JSON.stringify(first));
  expect(JSON.stringify(third.slice(0, second.length))).toBe(JSON.stringify(second));
});

test("[AL-D09] an older Claude thinks on a budget, and room for the answer remains", () => {
  const reasoning = { enabled: true, effort: "high" } as const;
  expect(bodyOf({ runtime: { model: "claude-sonnet-4-5" }, maxTokens: 1_000, reasoning })).toMatchObject({
    thinking: { type: "enabled", budget_tokens: 16_000 },
    temperature: 1,
    max_tokens: 20_096,
  });
});

test.each([
  [
    "claude-opus-4-6",
    "xhigh",
    { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "max" } },
  ],
  [
    "claude-opus-4-8",
    "xhigh",
    { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "xhigh" } },
  ],
  [
    "claude-sonnet-5",
    "minimal",
    { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "low" } },
  ],
  ["claude-opus-4-1", "low", { thinking: { type: "enabled", budget_tokens: 4_000 }, temperature: 1 }],
  ["claude-sonnet-4-20250514", "xhigh", { thinking: { type: "enabled", budget_tokens: 32_000 }, temperature: 1 }],
  ["claude-opus-4.5", "ultra", { thinking: { type: "enabled", budget_tokens: 8_000 }, temperature: 1 }],
  ["claude-haiku-4-5", "high", {}],
  ["claude-opus-4-8", "none", { thinking: { type: "disabled" } }],
] as const)("%s at %s", (model, effort, expected) => {
  const { thinking, output_config, temperature } = bodyOf({ runtime: { model }, reasoning: { enabled: true, effort } });
  expect(JSON.parse(JSON.stringify({ thinking, output_config, temperature }))).toEqual(expected);
});

const capOf = (parts: RequestParts): number => bodyOf(parts).max_tokens;

test("the output cap is what was asked, else the model's, and always below the context", () => {
  expect(capOf({ maxTokens: 500 })).toBe(500);
  expect(capOf({ maxTokens: -1, runtime: { model: "claude-opus-4-1" } })).toBe(32_000);
  expect(capOf({ runtime: { model: "claude-3.5-sonnet" } })).toBe(8_192);
  expect(capOf({ runtime: { model: "unheard-of" } })).toBe(128_000);
  expect(capOf({ runtime: { contextLength: 4_096 } })).toBe(4_095);
});

const nameFor = (keepDotsInModel: boolean): unknown =>
  bodyOf({ runtime: { model: "anthropic/claude-opus-4.6" }, traits: { keepDotsInModel } }).model;

test("the vendor's own names: no prefix, no dots, unless the endpoint wants them", () => {
  expect([nameFor(false), nameFor(true)]).toEqual(["claude-opus-4-6", "claude-opus-4.6"]);
});

test("[AL-D10] a refusal without content is an answer, and says so", () => {
  const whole = protocol.whole({ content: [], stop_reason: "refusal", model: "claude" }, aRequest(mode));
  expect(whole).toEqual({
    kind: "reply",
    reply: {
      content: "",
      reasoning: null,
      tool_calls: [],
      finish_reason: "content_filter",
      usage: null,
      model: "claude",
      partial: null,
    },
  });
});

test.each([
  [null, "The answer is not an object"],
  [{ content: "words" }, "The answer has no content list"],
  [{ content: [], stop_reason: "max_tokens" }, "The answer has no content"],
])("%j is no answer", (json, message) => {
  expect(protocol.whole(json, aRequest(mode))).toEqual({ kind: "fault", fault: { kind: "invalid", message } });
});

test("schemas lose what the endpoint refuses; a name occurs once", () => {
  const optional = { anyOf: [{ type: "string" }, { type: "null" }], description: "d" };
  const tools = [
    {
      name: "a",
      description: "A",
      parameters: { anyOf: [{}], type: "object", properties: { x: optional, y: { type: ["integer", "null"] } } },
    },
    { name: "a", description: "again", parameters: {} },
    { name: "b", description: "B", parameters: {} },
  ];
  expect(bodyOf({ tools }).tools).toEqual([
    {
      name: "a",
      description: "A",
      input_schema: { type: "object", properties: { x: { type: "string", description: "d" }, y: { type: "integer" } } },
    },
    { name: "b", description: "B", input_schema: { type: "object", properties: {} } },
  ]);
});

test.each([
  ["auto", { type: "auto" }],
  ["required", { type: "any" }],
  ["read_file", { type: "tool", name: "read_file" }],
  ["none", undefined],
])("the choice of tools %s", (tool_choice, expected) => {
  const tools = [{ name: "read_file", description: "", parameters: {} }];
  const body = bodyOf({ tools, overrides: { tool_choice } });
  expect(body.tool_choice).toEqual(expected);
  expect(body.tools?.length).toBe(tool_choice === "none" ? undefined : 1);
});

test("contents the endpoint would refuse are replaced: blanks, images it cannot take, lone surrogates", () => {
  const web = { type: "image_url", image_url: { url: "https://x.test/a.png" } } as const;
  const odd = { type: "image_url", image_url: { url: "file:///a.png" } } as const;
  const history = [user([web, picture, odd]), assistant("  "), user("a\ud800"), ...step("t")].with(4, result("t", ""));
  expect(messagesOf(history, { turnStart: 2 })).toEqual([
    {
      role: "user",
      content: [
        { type: "image", source: { type: "url", url: "https://x.test/a.png" } },
        { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
        text("[An image was here; this model cannot be shown it]"),
      ],
    },
    { role: "assistant", content: [text("(empty)")] },
    { role: "user", content: [text("a\ufffd")] },
    { role: "assistant", content: [use("t")] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: [text("(no output)")] }] },
  ]);
});

test("neighbours of one role become one message, and the later thinking goes", () => {
  const history = [
    user("a"),
    assistant("b", { reasoning_details: [thought("1")] }),
    assistant("c", { reasoning_details: [thought("2")] }),
    user("d"),
    user("e"),
    result("nobody"),
  ];
  expect(messagesOf(history, { turnStart: 0 })).toEqual([
    { role: "user", content: [text("a")] },
    { role: "assistant", content: [thought("1"), text("b"), text("c")] },
    { role: "user", content: [text("d"), text("e")] },
  ]);
});

test("an endpoint that cannot stream is not asked to", () => {
  expect("stream" in bodyOf({ traits: { streaming: false } })).toBe(false);
});
