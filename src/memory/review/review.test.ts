import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { containing } from "../../../tests/support/matching.ts";
import { modelRequest } from "../../../tests/support/model-request.ts";
import type { Auxiliary, AuxiliaryOutcome, AuxiliaryRequest } from "../../domain/auxiliary.ts";
import { noLog } from "../../domain/log.ts";
import type { Message, ToolCall } from "../../domain/message.ts";
import type { ModelReply, ModelRequest } from "../../domain/model-client.ts";
import { noUsage } from "../../domain/usage.ts";
import { createBackgroundReview, type BackgroundReviewDeps } from "./background-review.ts";
import { flushMemory, isFlushDue } from "./memory-flush.ts";
import { reviewHistory } from "./review-history.ts";
import { createReviewSchedule } from "./review-schedule.ts";

const signal = new AbortController().signal;
const quiet = { interrupted: false, steps: 1, tools: [] };
const call = (name: string, id = name): ToolCall => ({ id, type: "function", function: { name, arguments: "{}" } });
const reply = (...calls: readonly ToolCall[]): ModelReply => ({
  content: "",
  reasoning: null,
  tool_calls: calls,
  finish_reason: calls.length === 0 ? "stop" : "tool_calls",
  usage: noUsage,
  model: "m",
  partial: null,
  tail: null,
  ignoredStream: false,
});

test("memory is reviewed every tenth turn; using it, or a zero, puts that off, an interrupt only delays it", () => {
  const schedule = createReviewSchedule({ memoryTurns: 10, skillSteps: 0 }, 0);
  const due = (turn = quiet): boolean => schedule.onTurnEnd(turn).includes("memory");
  const first = Array.from({ length: 10 }, () => due());
  expect(first).toEqual([...Array.from({ length: 9 }, () => false), true]);
  for (let count = 0; count < 9; count++) due();
  expect([due({ ...quiet, interrupted: true }), due(), due()]).toEqual([false, true, false]);
  for (let count = 0; count < 7; count++) due();
  expect(schedule.onTurnEnd({ ...quiet, tools: ["memory"] })).toEqual([]);
  expect(Array.from({ length: 10 }, () => due()).indexOf(true)).toBe(9);
  const off = createReviewSchedule({ memoryTurns: 0, skillSteps: 0 }, 7);
  expect(Array.from({ length: 30 }, () => off.onTurnEnd({ ...quiet, steps: 9 })).flat()).toEqual([]);
});

test("a resumed conversation goes on counting; skills count steps", () => {
  const schedule = createReviewSchedule({ memoryTurns: 10, skillSteps: 10 }, 38);
  expect(schedule.onTurnEnd({ ...quiet, steps: 9 })).toEqual([]);
  expect(schedule.onTurnEnd(quiet)).toEqual(["memory", "skills"]);
  expect(schedule.onTurnEnd({ ...quiet, steps: 30, tools: ["skill_manage"] })).toEqual([]);
  expect(schedule.onTurnEnd({ ...quiet, steps: 10 })).toEqual(["skills"]);
});

test("another model gets the last 24 messages whole, never a result without its call, and the rest in short", () => {
  const old: readonly Message[] = [
    { role: "user", content: "u".repeat(500) },
    { role: "assistant", content: "a".repeat(500) },
  ];
  const pair: readonly Message[] = [
    { role: "assistant", content: "", tool_calls: [call("x")] },
    { role: "tool", tool_call_id: "x", name: "x", tool_name: "x", content: "result" },
  ];
  const recent = Array.from({ length: 23 }, (_, index): Message => ({ role: "user", content: `r${index}` }));
  const [digest, ...rest] = reviewHistory([...old, ...pair, ...recent]);
  expect(digest?.content).toBe(
    `[Earlier in this conversation, shortened]\nuser: ${"u".repeat(299)}…\nassistant: ${"a".repeat(199)}…`,
  );
  expect(rest).toEqual([...pair, ...recent]);
  expect(reviewHistory(recent)).toEqual(recent);
});

const { runtime } = modelRequest();
const conversation = { runtime, system: [], tools: [], messages: [], sameModel: true } as const;

function reviewWorld(answers: (step: number, request: AuxiliaryRequest) => Promise<AuxiliaryOutcome>) {
  const clock = new FakeClock();
  const requests: AuxiliaryRequest[] = [];
  const ran: string[] = [];
  const auxiliary: Auxiliary = {
    call: (_, request) => {
      requests.push(request);
      return answers(requests.length, request);
    },
  };
  const deps: BackgroundReviewDeps = {
    auxiliary,
    clock,
    log: noLog,
    onUsage: () => undefined,
    allowed: ["memory"],
    runCall: async ({ function: { name } }) => {
      ran.push(name);
      return "saved";
    },
  };
  return { review: createBackgroundReview(deps), clock, requests, ran };
}

const answered = (...calls: readonly ToolCall[]): AuxiliaryOutcome => ({
  kind: "reply",
  reply: reply(...calls),
  runtime,
});

test("a review asks behind the same prefix, runs memory calls only and stops when the model does", async () => {
  const { review, clock, requests, ran } = reviewWorld(async (step) =>
    step === 1 ? answered(call("memory"), call("terminal")) : answered(),
  );
  const messages: readonly Message[] = [{ role: "user", content: "I prefer tea" }];
  review.start(["memory"], { ...conversation, messages });
  review.start(["memory"], { ...conversation, messages });
  await clock.advance(0);
  expect(ran).toEqual(["memory"]);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.messages).toEqual([
    messages[0],
    { role: "user", content: containing("Look back over this conversation") },
    expect.objectContaining({ role: "assistant", tool_calls: [call("memory"), call("terminal")] }),
    expect.objectContaining({ role: "tool", tool_call_id: "memory", content: "saved" }),
    expect.objectContaining({ tool_call_id: "terminal", content: containing("cannot be used in a review") }),
  ]);
  review.start(["memory"], conversation);
  await clock.advance(0);
  expect(requests).toHaveLength(3);
});

test("a review that never ends is stopped after sixteen steps", async () => {
  const { review, clock, requests } = reviewWorld(async () => answered(call("memory")));
  review.start(["memory", "skills"], conversation);
  await clock.advance(0);
  expect(requests).toHaveLength(16);
});

test("a new turn cancels the review; one that does not listen is left behind after two seconds", async () => {
  const deaf = reviewWorld(() => new Promise(() => undefined));
  deaf.review.start(["memory"], conversation);
  const start = deaf.clock.now();
  await deaf.clock.runUntil(deaf.review.cancel(signal));
  expect([deaf.clock.now() - start, deaf.requests[0]?.signal.aborted]).toEqual([2_000, true]);
  const polite = reviewWorld(
    (_, request) =>
      new Promise((resolve) =>
        request.signal.addEventListener("abort", () => resolve({ kind: "aborted" }), { once: true }),
      ),
  );
  polite.review.start(["memory"], conversation);
  await polite.clock.runUntil(polite.review.cancel(signal));
  expect([polite.clock.sleeps, polite.requests.length]).toEqual([[], 1]);
});

test("a flush is off unless configured, loaded, due and the agent is the person's own", () => {
  const due = { minTurns: 1, turnsSinceFlush: 1, tools: ["memory"], agentContext: "primary" } as const;
  expect(isFlushDue(due)).toBe(true);
  for (const change of [{ minTurns: 0 }, { turnsSinceFlush: 0 }, { tools: [] }, { agentContext: "cron" as const }]) {
    expect(isFlushDue({ ...due, ...change })).toBe(false);
  }
});

test("a flush is the last request with one more message; only its memory calls run; trouble costs a line in the log", async () => {
  const last = modelRequest({ messages: [{ role: "user", content: "hi" }] });
  const sent: ModelRequest[] = [];
  const noted: unknown[] = [];
  const deps = {
    clock: new FakeClock(),
    log: (_: unknown, event: string) => void noted.push(event),
    onUsage: (_: unknown, task: string) => void noted.push(task),
    runCall: async ({ function: { name } }: ToolCall) => void noted.push(name),
  };
  const model = {
    call: async (request: ModelRequest) => {
      sent.push(request);
      return { kind: "reply", reply: reply(call("terminal"), call("memory")) } as const;
    },
  };
  await flushMemory(last, { ...deps, model }, signal);
  const added = { role: "user", content: containing("about to be shortened") };
  expect(sent).toEqual([{ ...last, messages: [...last.messages, added] }]);
  expect(sent[0]?.messages[0]).toBe(last.messages[0]);
  expect(noted).toEqual(["memory_flush", "memory"]);
  await flushMemory(last, { ...deps, model: { call: () => Promise.reject(new Error("down")) } }, signal);
  await flushMemory(last, { ...deps, model: { call: async () => ({ kind: "aborted" }) } }, signal);
  expect(noted.slice(2)).toEqual(["memory.flush_failed", "memory.flush_failed"]);
});
