import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { stageRun } from "../../../tests/support/once-run.ts";
import { scriptedInfo, turnResult } from "../../../tests/support/scripted-session.ts";
import type { AgentEvent } from "../../domain/event.ts";
import type { AssistantMessage } from "../../domain/message.ts";
import { noUsage, usageOf } from "../../domain/usage.ts";

const call = { id: "c1", type: "function", function: { name: "read_file", arguments: '{"path":"a"}' } } as const;
const said = (text: string): AgentEvent => ({ type: "text.delta", text });
const step = (reply: Partial<AssistantMessage>): AgentEvent => ({
  type: "reply.stored",
  reply: { role: "assistant", content: "", ...reply },
});
const retry: AgentEvent = {
  type: "recovery.applied",
  strategy: "backoff",
  failure: {
    kind: "overloaded",
    retryable: true,
    status: 529,
    code: null,
    message: "busy",
    retryAfterMs: null,
    phase: "stream",
    text: "",
  },
  attempt: 2,
  delayMs: 1_500.4,
};
const events: readonly AgentEvent[] = [
  { type: "session.started", info: scriptedInfo },
  { type: "phase.changed", phase: "thinking" },
  { type: "reasoning.delta", text: "hm" },
  said("lost"),
  retry,
  said("Let me "),
  said("look."),
  { type: "segment.ended" },
  step({ content: "Let me look.", tool_calls: [call], finish_reason: "tool_calls" }),
  { type: "tool.drafted", callId: "c1", name: "read_file" },
  { type: "tool.started", call, preview: "a" },
  { type: "tool.progress", callId: "c1", note: "half" },
  {
    type: "approval.decided",
    callId: "c1",
    tool: "read_file",
    rule: null,
    decision: "allow",
    by: "read-only",
    preview: "a",
  },
  {
    type: "tool.finished",
    callId: "c1",
    result: { role: "tool", tool_call_id: "c1", name: "read_file", tool_name: "read_file", content: "x" },
    ok: true,
    truncated: false,
    durationMs: 12.3,
  },
  { type: "runtime.switched", from: { provider: "a", model: "b" }, to: { provider: "c", model: "d" } },
  { type: "wait.noticed", waitingFor: "model", waitedMs: 30_000 },
  { type: "cache.broken", cause: "tools", missedTokens: 9_000, costUsd: null, firstDivergence: null },
  { type: "notice.given", level: "info", text: "by the way" },
  { type: "subagent.changed", id: "s1", index: 0, number: 1, phase: "started", goal: "dig", note: "" },
  { type: "usage.reported", task: "", usage: noUsage },
  {
    type: "compression.finished",
    record: {
      event: "compression",
      engine: "window",
      trigger: "post_tool",
      outcome: "ok",
      messages_before: 9,
      messages_after: 3,
      tokens_before: 900,
      tokens_after: 300,
      duration_ms: 7,
      child_session_id: "child",
    },
  },
  said("Done\u2028."),
  step({ content: "Done\u2028.", finish_reason: "stop" }),
  { type: "question.asked", question: { id: "q1", kind: "clarify", text: "Blue?", choices: ["yes"] } },
];

const Line = z.record(z.string(), z.unknown());
type Line = z.infer<typeof Line>;
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const linesIn = (text: string): Line[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));
const ofType = (lines: readonly Line[], type: string): Line[] => lines.filter((line) => line["type"] === type);

test("every event that matters is a line with its own fields", async () => {
  const { code, out } = stageRun({
    outputFormat: "stream-json",
    script: [{ events, result: { session_id: "child", final_response: "Done\u2028." } }],
  });
  expect(await code).toBe(0);
  const lines = linesIn(out());
  const bare = lines.map(({ seq: _seq, ts: _ts, session_id: _id, ...rest }) => rest);
  const none = {
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    total_tokens: 0,
  };
  const { model, provider, cwd, tools, toolsets, cache, version } = scriptedInfo;
  expect(bare.slice(0, -1)).toEqual([
    { type: "init", model, provider, cwd, tools, mcp_servers: [], toolsets, cache, version },
    { type: "user", content: "hello" },
    { type: "reasoning_delta", text: "hm" },
    { type: "assistant_delta", text: "lost" },
    { type: "retry", attempt: 2, delay_ms: 1_500, code: "overloaded" },
    { type: "assistant_delta", text: "Let me " },
    { type: "assistant_delta", text: "look." },
    { type: "assistant", content: "Let me look.", tool_calls: [call], finish_reason: "tool_calls" },
    { type: "tool_call", id: "c1", name: "read_file", arguments: '{"path":"a"}', preview: "a" },
    { type: "tool_progress", id: "c1", note: "half" },
    { type: "approval", id: "c1", tool: "read_file", rule: null, decision: "allow", by: "read-only" },
    { type: "tool_result", id: "c1", name: "read_file", ok: true, content: "x", truncated: false, duration_ms: 12 },
    { type: "fallback", from: "a/b", to: "c/d" },
    { type: "notice", level: "info", text: "still waiting for the model after 30 s" },
    { type: "notice", level: "info", text: "cache rebuilt (tool list changed), 9000 tokens" },
    { type: "notice", level: "info", text: "by the way" },
    { type: "subagent", id: "s1", phase: "started", goal: "dig" },
    { type: "usage", task: "", ...none },
    {
      type: "compression",
      before_tokens: 900,
      after_tokens: 300,
      before_messages: 9,
      after_messages: 3,
      duration_ms: 7,
      model: null,
      new_session_id: "child",
    },
    { type: "assistant_delta", text: "Done\u2028." },
    { type: "assistant", content: "Done\u2028.", tool_calls: [], finish_reason: "stop" },
    {
      type: "clarify",
      id: "q1",
      question: "Blue?",
      choices: ["yes"],
      auto_answer: like(/Nobody is there/),
    },
  ]);
  expect(bare.at(-1)).toMatchObject({ type: "result", subtype: "success", fallback_used: true });
  expect(ofType(lines, "assistant").map((line) => line["session_id"])).toEqual([scriptedInfo.sessionId, "child"]);
});

test("lines are numbered from 0 without gaps, begin with init and end with the result", async () => {
  const { code, out } = stageRun({ outputFormat: "stream-json", script: [{ events }] });
  await code;
  const lines = linesIn(out());
  expect(lines.map((line) => line["seq"])).toEqual(lines.map((_, index) => index));
  expect([lines.at(0)?.["type"], lines.at(-1)?.["type"]]).toEqual(["init", "result"]);
  expect(lines.map((line) => Object.keys(line).slice(0, 4))).toEqual(
    lines.map(() => ["type", "seq", "ts", "session_id"]),
  );
  expect(out()).not.toMatch(/[\u2028\u2029\r]/);
});

test("the deltas of a message are its content, however it was streamed or not at all", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string().filter((text) => !text.startsWith("\n"))), fc.nat(3), async (parts, kept) => {
      const content = parts.join("");
      const streamed = parts.slice(0, kept).map(said); // the provider may stream a part, all or nothing
      const { code, out } = stageRun({
        outputFormat: "stream-json",
        script: [{ events: [...streamed, step({ content })] }],
      });
      await code;
      const deltas = ofType(linesIn(out()), "assistant_delta").map((line) => line["text"]);
      expect(deltas.join("")).toBe(content);
    }),
    { numRuns: 30 },
  );
});

test("what was streamed before a retry is void: the deltas behind it are the whole content", async () => {
  const { code, out } = stageRun({
    outputFormat: "stream-json",
    script: [{ events: [said("Once "), retry, step({ content: "Once more" })] }],
  });
  await code;
  const lines = linesIn(out());
  const afterRetry = lines.slice(lines.findIndex((line) => line["type"] === "retry"));
  expect(ofType(afterRetry, "assistant_delta").map((line) => line["text"])).toEqual(["Once more"]);
});

test("a warning about the input comes behind the init line", async () => {
  const { code, out } = stageRun({ outputFormat: "stream-json", prompt: null, input: Uint8Array.of(104, 0xff) });
  await code;
  expect(
    linesIn(out())
      .slice(0, 3)
      .map((line) => line["type"]),
  ).toEqual(["init", "notice", "user"]);
});

const streams = { outputFormat: "stream-json", inputFormat: "stream-json", prompt: null } as const;

/** Token counts of a session are running totals. */
const spent = (input_tokens: number) => usageOf({ ...noUsage, input_tokens });

test("several messages are several turns and one result with the totals", async () => {
  const script = [
    { result: { ...spent(4), api_calls: 2, tool_calls: 1, estimated_cost_usd: 0.5, cost_status: "actual" } },
    {
      result: { ...spent(9), api_calls: 3, final_response: "Bye", estimated_cost_usd: 0.25, cost_status: "estimated" },
    },
  ] as const;
  const run = stageRun({ ...streams, script });
  run.type('{"type":"user","content":"one"}');
  run.type("{not json");
  run.type('{"type":"user","content":"two"}');
  run.endInput();
  expect(await run.code).toBe(0);
  expect(run.session.sent).toEqual(["one", "two"]);
  const lines = linesIn(run.out());
  expect(ofType(lines, "notice").map((line) => line["text"])).toEqual([
    "line 2 of the input was skipped: not a JSON object",
  ]);
  expect(ofType(lines, "result")).toMatchObject([
    {
      result: "Bye",
      num_turns: 2,
      api_calls: 5,
      tool_calls: 1,
      cost_usd: 0.75,
      cost_status: "estimated",
      usage: { input_tokens: 9, total_tokens: 9 },
    },
  ]);
});

test("a client steers, answers and interrupts the turn that runs", async () => {
  const question: AgentEvent = {
    type: "question.asked",
    question: { id: "q1", kind: "approval", text: "May I?", choices: ["allow", "deny"] },
  };
  const run = stageRun({ ...streams, script: [{ events: [question], hangs: "until interrupted" }] });
  run.type('{"type":"user","content":"go"}');
  await run.session.reached(1);
  run.type('{"type":"steer","text":"left"}');
  run.type('{"type":"approval","id":"q1","decision":"allow"}');
  run.type('{"type":"clarify","id":"q9","answer":"?"}');
  run.type('{"type":"interrupt"}');
  run.endInput();
  expect(await run.code).toBe(0); // it was asked for
  expect(run.session.calls).toEqual(["steer left", "answer q1 allow", "answer q9 ?", "interrupt", "close"]);
  const lines = linesIn(run.out());
  expect(ofType(lines, "approval")).toMatchObject([{ id: "q1", decision: "ask" }]);
  expect(ofType(lines, "notice")).toMatchObject([{ level: "warning", text: "no question q9 is open" }]);
  expect(lines.at(-1)).toMatchObject({ type: "result", subtype: "interrupted", is_error: false });
});

test("a client who leaves without answering is answered for", async () => {
  const question: AgentEvent = {
    type: "question.asked",
    question: { id: "q1", kind: "clarify", text: "Blue?", choices: [] },
  };
  const run = stageRun({ ...streams, script: [{ events: [question], hangs: "until interrupted" }] });
  run.type('{"type":"user","content":"go"}');
  await run.session.reached(1);
  expect(run.session.calls).toEqual([]);
  run.endInput();
  await run.clock.advance(0);
  expect(run.session.calls).toEqual([expect.stringMatching(/^answer q1 Nobody is there/)]);
  run.signal("SIGTERM");
  await run.code;
});

test("an interrupt with nothing running ends no later turn, and a steer then is a message", async () => {
  const run = stageRun({ ...streams, script: [{}, {}] });
  run.type('{"type":"interrupt"}');
  run.type('{"type":"steer","text":"left"}');
  run.endInput();
  expect([await run.code, run.session.sent, run.session.calls]).toEqual([0, ["left"], ["close"]]);
});

test("a steer the turn could not take is the next message", async () => {
  const run = stageRun({ ...streams, script: [{ result: { pending_steer: "left" } }, {}] });
  run.type('{"type":"user","content":"go"}');
  run.endInput();
  expect([await run.code, run.session.sent]).toEqual([0, ["go", "left"]]);
});

test("an input without a message is a usage error", async () => {
  const run = stageRun(streams);
  run.endInput();
  expect([await run.code, run.err()]).toEqual([2, "hermes: stdin ended without a user message\n"]);
});

test("a signal between two messages ends the run, though the last turn was good", async () => {
  const run = stageRun({ ...streams, script: [{}] });
  run.type('{"type":"user","content":"go"}');
  await run.session.reached(1);
  await run.clock.advance(0);
  run.signal("SIGTERM");
  expect(await run.code).toBe(143);
  expect(linesIn(run.out()).at(-1)).toMatchObject({ subtype: "success", result: turnResult().final_response });
});
