import { createServer } from "node:http";
import { expect, test } from "vitest";
import { z } from "zod";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { modelRequest } from "../../tests/support/model-request.ts";
import { systemClock } from "../app/system-clock.ts";
import { type HttpRequest, type HttpResponse, type HttpTransport, TransportError } from "../domain/http.ts";
import type { LogLevel } from "../domain/log.ts";
import { textOf } from "../domain/message.ts";
import type { ModelDelta, ModelOutcome } from "../domain/model-client.ts";
import { Secret } from "../domain/secret.ts";
import { noTimeLimitSettings } from "./client/time-limits.ts";
import { createHttpTransport } from "./http/http-transport.ts";
import { createModelClient } from "./model-client.ts";
import type { Protocol, ReplyDraft, WireEnd } from "./protocol.ts";
import { wireOf, type Wires } from "./wire.ts";

type Given = Parameters<typeof modelRequest>[0];

/** The smallest format that can do everything the client has to deal with. */
const Frame = z.object({ text: z.string().optional(), call: z.string().optional(), fault: z.string().optional() });
type State = { readonly text: string; readonly fault: string | null; readonly frames: number };

const draft = (content: string): ReplyDraft => ({
  content,
  reasoning: null,
  tool_calls: [],
  finish_reason: "stop",
  usage: null,
  model: "plain",
  partial: null,
});

const tail = { message_key: "k", message_index: 0, block_index: 0, ttl: "5m", last_used_at: 0, route: "r" } as const;

const tiny: Protocol<State, { readonly model: string; readonly said: string; readonly at?: number }> = {
  id: "chat_completions",
  path: "/say",
  headers: () => ({ "x-format": "tiny" }),
  body: ({ runtime, messages }) => ({
    model: runtime.model,
    said: messages.map(({ content }) => textOf(content)).join(),
  }),
  preflight: ({ said }) => (said === "unsayable" ? "Nobody says that." : null),
  mark: (body, _request, nowSeconds) => ({
    body: { ...body, at: nowSeconds },
    tail: { ...tail, last_used_at: nowSeconds },
    markers: [],
  }),
  parts: ({ said }) => ({ tools: [], system: [], settings: "", messages: [said] }),
  start: () => ({ text: "", fault: null, frames: 0 }),
  step: (state, raw) => {
    const { text, call, fault } = Frame.parse(raw);
    const next = { text: state.text + (text ?? ""), fault: fault ?? state.fault, frames: state.frames + 1 };
    const deltas: ModelDelta[] = [];
    if (text !== undefined) deltas.push({ type: "text", text });
    if (call !== undefined) deltas.push({ type: "call", id: "c1", name: call });
    return [next, deltas];
  },
  end: ({ text, fault, frames }): WireEnd => {
    if (fault !== null) {
      return {
        kind: "fault",
        fault: { kind: "error", status: null, code: null, message: fault, body: { message: fault } },
      };
    }
    if (frames === 0) return { kind: "fault", fault: { kind: "empty", message: "nothing came" } };
    return { kind: "reply", reply: draft(text) };
  },
  whole: (json) => ({ kind: "reply", reply: draft(z.object({ text: z.string() }).parse(json).text) }),
};

const wires: Wires = {
  chat_completions: async () => wireOf(tiny),
  anthropic_messages: async () => wireOf(tiny),
  codex_responses: async () => wireOf(tiny),
};

type Step = string | { readonly waitMs: number } | { readonly breaks: TransportError };
type Script = { readonly status?: number; readonly headers?: Record<string, string>; readonly beforeMs?: number };

/** A server in the same process: it answers with steps and minds the signal as the real transport does. */
function serverOf(clock: FakeClock, steps: readonly Step[], script: Script = {}) {
  const requests: HttpRequest[] = [];
  const left: boolean[] = [];
  async function* body(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      for (const step of steps) {
        if (typeof step === "string") yield new TextEncoder().encode(step);
        else if ("breaks" in step) throw step.breaks;
        else await clock.sleep(step.waitMs, signal);
        signal.throwIfAborted();
      }
    } finally {
      left.push(true);
    }
  }
  const transport: HttpTransport = async (request, signal): Promise<HttpResponse> => {
    requests.push(request);
    if (script.beforeMs !== undefined) await clock.sleep(script.beforeMs, signal);
    const headers = { "content-type": "text/event-stream", ...script.headers };
    return { status: script.status ?? 200, headers, body: body(signal) };
  };
  return { transport, requests, left };
}

function scene(steps: readonly Step[], script: Script = {}, given: Given = {}) {
  const clock = new FakeClock(1_000_000);
  const server = serverOf(clock, steps, script);
  const deltas: ModelDelta[] = [];
  const logged: [LogLevel, string, unknown][] = [];
  const stop = new AbortController();
  const client = createModelClient({
    transport: server.transport,
    clock,
    wires,
    log: (level, event, fields) => void logged.push([level, event, fields]),
    redact: (text) => text.replaceAll("sk-secret", "***"),
    limits: noTimeLimitSettings,
  });
  const call = (): Promise<ModelOutcome> =>
    client.call(modelRequest(given), (delta) => void deltas.push(delta), stop.signal);
  return { ...server, clock, deltas, logged, stop, call };
}

const say = (text: string): string => `data: ${JSON.stringify({ text })}\n\n`;
const headers: ModelDelta = { type: "headers" };
const text = (words: string): ModelDelta => ({ type: "text", text: words });

const sent = {
  tools: [],
  system: [],
  settings: "",
  messages: ["hi"],
  route: "custom/plain@models.test",
  markers: [],
};

test("a stream becomes deltas and one reply with its cache tail", async () => {
  const { call, deltas } = scene([say("one "), ": comment\n\n", say("two"), "data: [DONE]\n\n"]);
  expect(await call()).toEqual({
    kind: "reply",
    reply: { ...draft("one two"), tail: { ...tail, last_used_at: 1_000 }, sent, ignoredStream: false },
  });
  expect(deltas).toEqual([headers, text("one "), text("two")]);
});

test("the request goes to its path with key, format and user headers, and is written once", async () => {
  const { call, requests } = scene(
    [say("ok")],
    {},
    {
      runtime: {
        baseUrl: "https://models.test/v1?api-version=2",
        credential: { secret: new Secret("sk-1"), source: "KEY", scheme: "bearer" },
        headers: { "X-Title": "mine" },
      },
    },
  );
  await call();
  expect(requests).toEqual([
    {
      method: "POST",
      url: "https://models.test/v1/say?api-version=2",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        "user-agent": "hermes",
        "x-format": "tiny",
        authorization: "Bearer sk-1",
        "x-title": "mine",
      },
      body: '{"model":"plain","said":"hi","at":1000}',
      connectTimeoutMs: 30_000,
    },
  ]);
});

test("half a character never leaves the house, and an escape that a person wrote stays", async () => {
  const { call, requests } = scene([say("ok")], {}, { messages: [{ role: "user", content: "a\ud83d \\ud83d 😀" }] });
  await call();
  expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ said: "a\ufffd \\ud83d 😀" });
});

test("a body the endpoint would refuse is not sent", async () => {
  const { call, requests } = scene([say("ok")], {}, { messages: [{ role: "user", content: "unsayable" }] });
  expect(await call()).toMatchObject({
    failure: { kind: "format_error", retryable: false, message: "Nobody says that." },
  });
  expect(requests).toEqual([]);
});

test.each([
  ["application/json", '{"text":"whole"}'],
  ["application/json; charset=utf-8", '{"text":"whole"}'],
  ["text/plain", ' \n{"text":"whole"}'],
  ["", '{"text":"whole"}'],
])("one object of type %j instead of a stream is taken, delivered once, and noted", async (type, body) => {
  const { call, deltas } = scene([body.slice(0, 5), body.slice(5)], { headers: { "content-type": type } });
  expect(await call()).toMatchObject({ kind: "reply", reply: { content: "whole", ignoredStream: true } });
  expect(deltas).toEqual([headers, text("whole")]);
});

test("a whole answer that was asked for is nothing to note", async () => {
  const json = { headers: { "content-type": "application/json" } };
  const { call, requests } = scene(['{"text":"whole"}'], json, { traits: { streaming: false } });
  expect(await call()).toMatchObject({ kind: "reply", reply: { ignoredStream: false } });
  expect(requests[0]?.headers["accept"]).toBe("application/json");
});

test("events of an unnamed type are read as events", async () => {
  const { call } = scene([say("ok")], { headers: { "content-type": "text/plain" } });
  expect(await call()).toMatchObject({ kind: "reply", reply: { content: "ok", ignoredStream: false } });
});

test("a web page in place of an answer is said to be one", async () => {
  const { call } = scene(["<html>Welcome to the hotel</html>"], { headers: { "content-type": "text/html" } });
  expect(await call()).toMatchObject({
    kind: "failed",
    failure: {
      kind: "format_error",
      phase: "stream",
      message: "models.test answered with a web page instead of a model's reply. Check base_url.",
    },
  });
});

test("an error status is classified with its body and headers", async () => {
  const body = '{"error":{"message":"slow down, sk-secret"}}';
  const { call, deltas } = scene([body], { status: 429, headers: { "retry-after": "7" } });
  expect(await call()).toEqual({
    kind: "failed",
    failure: {
      kind: "rate_limit",
      retryable: true,
      status: 429,
      code: null,
      message: "HTTP 429: slow down, ***",
      retryAfterMs: 7_000,
      phase: "request",
      text: '{"error":{"message":"slow down, ***"}} slow down, ***',
    },
    deliveredText: "",
    draftingTool: false,
  });
  expect(deltas).toEqual([]);
});

test("an error body without end is cut by size, one that stalls by time, one that breaks keeps its status", async () => {
  const flood = scene(
    Array.from({ length: 64 }, () => "x".repeat(65_536)),
    { status: 500 },
  );
  expect(await flood.call()).toMatchObject({ failure: { kind: "server_error", status: 500 } });
  expect(flood.left).toEqual([true]);
  const stalled = scene(["half", { waitMs: 3_600_000 }], { status: 500 });
  expect(await stalled.clock.runUntil(stalled.call())).toMatchObject({ failure: { message: "HTTP 500: half" } });
  expect(stalled.clock.now()).toBe(1_010_000);
  const broken = scene(["half", { breaks: new TransportError("reset", "broke") }], { status: 503 });
  expect(await broken.call()).toMatchObject({ failure: { kind: "overloaded", status: 503 } });
});

test("a stream that breaks off reports what was delivered", async () => {
  const breaks = new TransportError("reset", "The connection broke", { code: "ECONNRESET" });
  expect(await scene([say("so "), say("far"), { breaks }]).call()).toMatchObject({
    kind: "failed",
    failure: { kind: "timeout", phase: "stream", code: "ECONNRESET" },
    deliveredText: "so far",
    draftingTool: false,
  });
  const drafting = scene([say("I will"), 'data: {"call":"terminal"}\n\n', { breaks }]);
  expect(await drafting.call()).toMatchObject({ kind: "failed", deliveredText: "I will", draftingTool: true });
});

test("a wire that fails before the answer is a failure of the request", async () => {
  const parts = scene([]);
  const refused = createModelClient({
    transport: () => Promise.reject(new TransportError("connect", "Cannot connect", { code: "ECONNREFUSED" })),
    clock: parts.clock,
    wires,
    log: () => undefined,
    redact: (words) => words,
    limits: noTimeLimitSettings,
  });
  expect(await refused.call(modelRequest(), () => undefined, parts.stop.signal)).toMatchObject({
    failure: { kind: "timeout", phase: "request", code: "ECONNREFUSED", message: "Cannot connect" },
  });
});

test("rubbish, an error inside the stream and an empty stream are failures of the stream", async () => {
  expect(await scene([say("x"), "data: rate limit sk-secret\n\n"]).call()).toMatchObject({
    failure: { kind: "rate_limit", phase: "stream", code: "malformed_stream", text: "rate limit ***" },
    deliveredText: "x",
  });
  expect(await scene(['data: {"fault":"We are at capacity"}\n\n']).call()).toMatchObject({
    failure: { kind: "overloaded", phase: "stream" },
  });
  expect(await scene([": nothing\n\n"]).call()).toMatchObject({
    failure: { kind: "server_error", code: "empty_response", phase: "stream" },
  });
  const long = scene([`data: ${"z".repeat(100_000)}\n\n`]);
  const outcome = await long.call();
  expect(outcome.kind === "failed" && [outcome.failure.text.length, outcome.failure.message.length]).toEqual([
    4_096, 300,
  ]);
});

test("a silent stream is noticed every half minute and given up at its limit", async () => {
  const { call, clock, deltas, left } = scene([say("hm"), { waitMs: 3_600_000 }]);
  expect(await clock.runUntil(call())).toMatchObject({
    failure: { kind: "timeout", code: "stale", phase: "stream", message: "The model sent nothing for 180 s." },
    deliveredText: "hm",
  });
  expect(clock.now()).toBe(1_180_000);
  expect(deltas.slice(2)).toEqual([30, 60, 90, 120, 150].map((s) => ({ type: "silence", waitedMs: s * 1_000 })));
  expect(left).toEqual([true]);
});

test("every event starts the silence anew; comments do not", async () => {
  const alive = scene([say("a"), { waitMs: 170_000 }, say("b"), { waitMs: 170_000 }, say("c")]);
  expect(await alive.clock.runUntil(alive.call())).toMatchObject({ kind: "reply", reply: { content: "abc" } });
  const chatter = scene([say("a"), { waitMs: 170_000 }, ": still here\n\n", { waitMs: 170_000 }, say("c")]);
  expect(await chatter.clock.runUntil(chatter.call())).toMatchObject({ failure: { code: "stale" } });
  expect(chatter.clock.now()).toBe(1_180_000);
});

test("a large context is waited for longer", async () => {
  const { call, clock } = scene([{ waitMs: 3_600_000 }], {}, { contextTokens: 120_000 });
  expect(await clock.runUntil(call())).toMatchObject({ failure: { code: "stale", phase: "stream" } });
  expect(clock.now()).toBe(1_300_000);
});

test("silence before the headers is a failure of the request", async () => {
  const { call, clock } = scene([say("late")], { beforeMs: 3_600_000 });
  expect(await clock.runUntil(call())).toMatchObject({ failure: { code: "stale", phase: "request" } });
});

test("a Responses stream has its own patience: two minutes for the first event, then seconds", async () => {
  const runtime = { apiMode: "codex_responses", model: "gpt-5.6" } as const;
  const first = scene([{ waitMs: 3_600_000 }], { beforeMs: 60_000 }, { runtime });
  expect(await first.clock.runUntil(first.call())).toMatchObject({ failure: { code: "stale" } });
  expect(first.clock.now()).toBe(1_120_000);
  const between = scene([say("a"), { waitMs: 3_600_000 }], {}, { runtime });
  expect(await between.clock.runUntil(between.call())).toMatchObject({ failure: { code: "stale" } });
  expect(between.clock.now()).toBe(1_012_000);
});

test("a stream that never ends is ended by the limit of the whole request", async () => {
  const endless = Array.from({ length: 100 }, () => [say("."), { waitMs: 100_000 }]).flat();
  const { call, clock } = scene(endless);
  expect(await clock.runUntil(call())).toMatchObject({
    failure: { kind: "timeout", code: "deadline", message: "The request took longer than 1800 s." },
  });
  expect(clock.now()).toBe(2_800_000);
});

test("an abort returns at once although the server says nothing", async () => {
  const { call, clock, stop, left } = scene([say("a"), { waitMs: 3_600_000 }]);
  const outcome = call();
  await clock.advance(10);
  stop.abort();
  expect(await outcome).toEqual({ kind: "aborted" });
  await clock.advance(0);
  expect(left).toEqual([true]);
});

test("an abort returns even when the transport does not listen", async () => {
  const { clock, stop } = scene([]);
  const deaf = createModelClient({
    transport: () => new Promise(() => undefined),
    clock,
    wires,
    log: () => undefined,
    redact: (words) => words,
    limits: noTimeLimitSettings,
  });
  const outcome = deaf.call(modelRequest(), () => undefined, stop.signal);
  stop.abort();
  expect(await outcome).toEqual({ kind: "aborted" });
  expect(await deaf.call(modelRequest(), () => undefined, stop.signal)).toEqual({ kind: "aborted" });
});

test("an answer that comes in the same moment as the abort is discarded", async () => {
  const { clock, stop } = scene([]);
  const { promise, resolve } = Promise.withResolvers<HttpResponse>();
  const client = createModelClient({
    transport: () => promise,
    clock,
    wires,
    log: () => undefined,
    redact: (words) => words,
    limits: noTimeLimitSettings,
  });
  const outcome = client.call(modelRequest(), () => undefined, stop.signal);
  await clock.advance(1);
  const whole = new TextEncoder().encode('{"text":"too late"}');
  resolve({
    status: 200,
    headers: { "content-type": "application/json" },
    body: (async function* () {
      yield whole;
    })(),
  });
  stop.abort();
  expect(await outcome).toEqual({ kind: "aborted" });
});

test("what a cut-off stream still sends is dropped and logged at powers of two", async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const logged: unknown[] = [];
  const deltas: ModelDelta[] = [];
  const gate = Promise.withResolvers<void>();
  const deaf: HttpTransport = async () => ({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: (async function* () {
      yield new TextEncoder().encode(say("seen"));
      await gate.promise;
      for (let late = 0; late < 5; late++) yield new TextEncoder().encode(say("late"));
    })(),
  });
  const client = createModelClient({
    transport: deaf,
    clock,
    wires,
    log: (_level, event, fields) => void logged.push([event, fields]),
    redact: (words) => words,
    limits: noTimeLimitSettings,
  });
  const outcome = client.call(modelRequest(), (delta) => void deltas.push(delta), stop.signal);
  await clock.advance(1);
  stop.abort();
  expect(await outcome).toEqual({ kind: "aborted" });
  gate.resolve();
  await clock.advance(1);
  expect(deltas).toEqual([headers, text("seen")]);
  expect(logged).toEqual([1, 2, 4].map((dropped) => ["late_delta_dropped", { dropped }]));
});

test("a bug in a protocol is not passed off as a provider's failure", async () => {
  const parts = scene(["data: 17\n\n"]); // the tiny format cannot read a number, and throws
  await expect(parts.call()).rejects.toThrow();
});

test("over real HTTP one connection carries call after call, although reading stops at the end mark", async () => {
  const ports = new Set<number | undefined>();
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`${say("hello")}data: [DONE]\n\n`);
    setImmediate(() => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const client = createModelClient({
    transport: createHttpTransport({ clock: systemClock, environment: {} }),
    clock: systemClock,
    wires,
    log: () => undefined,
    redact: (words) => words,
    limits: noTimeLimitSettings,
  });
  const request = modelRequest({ runtime: { baseUrl: `http://127.0.0.1:${port}/v1` } });
  const calls: ModelOutcome[] = [];
  const someConnectionWasUsedAgain = async (): Promise<boolean> => {
    calls.push(await client.call(request, () => undefined, new AbortController().signal));
    return ports.size < calls.length;
  };
  await expect.poll(someConnectionWasUsedAgain).toBe(true);
  expect(calls[0]).toMatchObject({ kind: "reply", reply: { content: "hello" } });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
