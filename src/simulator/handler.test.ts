import fc from "fast-check";
import { expect, test } from "vitest";
import { ask, bytesOf, send } from "../../tests/support/ask-simulator.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { createSimulator } from "./handler.ts";
import type { Simulator } from "./handler.ts";
import { ScenarioSchema } from "./scenario.ts";
import type { Fault, ScenarioInput } from "./scenario.ts";

const hi = { role: "user", content: "hi" };
const bodies = {
  "/v1/chat/completions": { model: "demo", messages: [hi] },
  "/v1/messages": { model: "demo", max_tokens: 500, messages: [hi] },
  "/v1/responses": { model: "demo", input: [hi] },
} as const;
const paths = Object.entries(bodies);
const chat = "/v1/chat/completions";

const simulate = (scenario: ScenarioInput): Simulator => createSimulator({ clock: new FakeClock(), scenario });
const rich = {
  thinking: "A thought – 🤔.",
  text: "An answer with 👍 and 世界.",
  tool_calls: [{ name: "t", arguments: { word: "grüße" } }, { name: "u" }],
};
const answer = (path: string, body: object, fault?: Fault) =>
  send(simulate({ steps: [fault === undefined ? { reply: rich } : { reply: rich, fault }] }), path, body);

test.each(paths)("%s: a cut at any byte ends the answer there and never throws", (path, body) => {
  const streams = { ...body, stream: true };
  const whole = bytesOf(answer(path, streams).chunks);
  fc.assert(
    fc.property(fc.nat({ max: whole.length + 50 }), (at) => {
      const chunks = [...answer(path, streams, { kind: "cut", at_byte: at }).chunks];
      expect(bytesOf(chunks).equals(whole.subarray(0, at))).toBe(true);
      expect(chunks.at(-1)).toEqual({ cut: true });
    }),
  );
});

test.each(paths)("%s: a dripping answer has the bytes of a quick one", (path, body) => {
  const streams = { ...body, stream: true };
  const whole = bytesOf(answer(path, streams).chunks);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), (chunk_bytes) => {
      const { chunks } = answer(path, streams, { kind: "drip", delay_ms: 5, chunk_bytes });
      expect(bytesOf(chunks).equals(whole)).toBe(true);
    }),
  );
});

test.each(paths)("%s: faults come as they were ordered", (path, body) => {
  const streams = { ...body, stream: true };
  const text = (fault: Fault): string => bytesOf(answer(path, streams, fault).chunks).toString();
  expect(text({ kind: "empty" })).toBe("");
  expect(isJson(text({ kind: "ignore_stream" }))).toBe(true);
  expect(text({ kind: "stream_error", at_frame: 2, message: "gone" })).toMatch(/gone"[^\n]*\n\n$/);
  const frames = text({ kind: "malformed", at_frame: 1 }).split("\n\n").filter(Boolean);
  const broken = frames.map((frame) => frame.replace(/^(event: .*\n)?data: /, "")).filter((data) => !isJson(data));
  expect(broken.filter((data) => data !== "[DONE]")).toHaveLength(1);
  expect([...answer(path, streams, { kind: "stall", at_byte: 3 }).chunks].at(-1)).toEqual({ delayMs: Infinity });
  const cutLater = { kind: "stall", at_byte: 3, cut_after_ms: 50 } as const;
  expect([...answer(path, streams, cutLater).chunks].slice(-2)).toEqual([{ delayMs: 50 }, { cut: true }]);
});

test("a status comes with its headers and the vendor's shape, or with a body of its own", () => {
  const fault = { kind: "status", status: 429, headers: { "retry-after": "3" }, message: "slow" } as const;
  const simulator = simulate({ steps: [{ fault }, { fault: { ...fault, status: 502, body: "<html>" } }] });
  const limited = send(simulator, "/v1/messages", bodies["/v1/messages"]);
  expect(limited.headers).toMatchObject({ "retry-after": "3", "content-type": "application/json" });
  expect(JSON.parse(bytesOf(limited.chunks).toString())).toEqual({
    type: "error",
    error: { type: "rate_limit_error", message: "slow" },
    request_id: limited.headers["request-id"],
  });
  expect(ask(simulator, "/v1/messages", bodies["/v1/messages"])).toBe("502 <html>");
});

test("an overflow is refused above its limit and answered below it", () => {
  const at = (above_tokens: number): string => {
    const simulator = simulate({ steps: [{ fault: { kind: "overflow", above_tokens } }] });
    return ask(simulator, "/v1/messages", bodies["/v1/messages"]);
  };
  expect(at(3)).toMatch(/^400 .*prompt is too long: \d+ tokens > 3 maximum/);
  expect(at(100)).toMatch(/^200 /);
  const small = simulate({ context_window: 3, steps: [{}] });
  expect(ask(small, "/v1/responses", bodies["/v1/responses"])).toMatch(/^400 .*exceeds the context window/);
});

test("steps are played in order, repeated as asked, and then there are none", () => {
  const simulator = simulate({ steps: [{ reply: { text: "a" }, repeat: 2 }, { reply: { text: "b" } }] });
  const texts = [1, 2, 3, 4].map(() => /"content":"(\w)"|script/.exec(ask(simulator, chat, bodies[chat]))?.[0]);
  expect(texts).toEqual(['"content":"a"', '"content":"a"', '"content":"b"', "script"]);
});

test("a conversation can have the script to itself", () => {
  const simulator = simulate({
    match: "conversation",
    steps: [{ reply: { text: "1st" } }, { reply: { text: "2nd" } }],
  });
  const say = (content: string): string =>
    ask(simulator, chat, { model: "demo", messages: [{ role: "user", content }] });
  expect([say("x"), say("y"), say("x")].map((text) => /1st|2nd/.exec(text)?.[0])).toEqual(["1st", "1st", "2nd"]);
});

test("a request that is not what the script expects is refused, and says why", () => {
  const simulator = simulate({ steps: [{ expect: { offers: ["read_file"] } }, { expect: { last_contains: "ho" } }] });
  expect(ask(simulator, chat, bodies[chat])).toMatch(/^400 .*expected at step 0: tools read_file/);
  expect(ask(simulator, chat, bodies[chat])).toMatch(/^400 .*expected at step 1: \\"ho\\" in the last message/);
});

test("requests are kept as they came", () => {
  const clock = new FakeClock();
  const simulator = createSimulator({
    clock,
    scenario: { steps: [{ reply: { text: "hi", usage: { input_tokens: 7 } } }] },
  });
  send(simulator, chat, bodies[chat]);
  send(simulator, chat, { ...bodies[chat], model: "nobody" });
  expect(simulator.requests).toMatchObject([
    { mode: "chat_completions", at: clock.now(), body: bodies[chat], status: 200, usage: { input_tokens: 7 } },
    { mode: "chat_completions", status: 404, usage: null },
  ]);
  expect(simulator.requests[0]?.text).toBe(JSON.stringify(bodies[chat]));
  const seen = simulator.handle({ method: "GET", path: "/simulator/requests", headers: {}, body: "" });
  expect(JSON.parse(bytesOf(seen.chunks).toString())).toEqual(JSON.parse(JSON.stringify(simulator.requests)));
});

test("a key is asked for when the scenario has one", () => {
  const simulator = simulate({ api_key: "right-key-of-length", steps: [{ repeat: "forever" }] });
  const knock = (path: keyof typeof bodies, headers: Readonly<Record<string, string>>): number =>
    simulator.handle({ method: "POST", path, headers, body: JSON.stringify(bodies[path]) }).status;
  const version = { "anthropic-version": "2023-06-01" };
  expect(knock(chat, {})).toBe(401);
  expect(knock(chat, { authorization: "Bearer wrong" })).toBe(401);
  expect(knock(chat, { authorization: "Bearer right-key-of-length" })).toBe(200);
  expect(knock("/v1/messages", { ...version, "x-api-key": "right-key-of-length" })).toBe(200);
  expect(knock("/v1/messages", version)).toBe(401);
});

test("unknown places are not found, in the vendor's shape", () => {
  const simulator = simulate({});
  const get = (path: string): number => simulator.handle({ method: "GET", path, headers: {}, body: "" }).status;
  expect([get("/"), get("/v1/messages"), get("/v1/models")]).toEqual([404, 404, 200]);
});

test("a scenario with a slip in it is refused before anything is played", () => {
  expect(ScenarioSchema.safeParse({ steps: [{ replay: {} }] }).success).toBe(false);
  expect(ScenarioSchema.safeParse({ steps: [{ fault: { kind: "earthquake" } }] }).success).toBe(false);
});

test("any body at all gets an answer", () => {
  const simulator = simulate({ steps: [{ repeat: "forever" }] });
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.jsonValue(),
      fc.constantFrom("messages", "input", "tools", "system"),
      (row, value, key) => {
        const [path, body] = row;
        expect([200, 400, 404]).toContain(send(simulator, path, value).status);
        expect([200, 400, 404]).toContain(send(simulator, path, { ...body, [key]: value }).status);
      },
    ),
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
