import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { playedTools } from "../../../tests/support/played-tools.ts";
import { testToolbox } from "../../../tests/support/test-toolbox.ts";
import { noLog } from "../../domain/log.ts";
import type { ToolCall } from "../../domain/message.ts";
import { newPurse } from "../session-runtime.ts";
import { openSideBook } from "../side-book.ts";
import { createGuardrails } from "./guardrails.ts";
import { runCall } from "./run-call.ts";
import type { Segment } from "./segment.ts";
import { startStopwatch } from "./stopwatch.ts";

const call: ToolCall = { id: "c", type: "function", function: { name: "memory", arguments: "{}" } };

/** A housekeeping call, in a session whose state somebody else works on until the gate opens. */
function behindTheLock() {
  const script = playedTools();
  const clock = new FakeClock();
  const stop = new AbortController();
  const toolbox = testToolbox(script.tools({ name: "memory", concurrency: "state" })(clock));
  const gate = Promise.withResolvers<void>();
  const review = toolbox.stateLock.run(() => gate.promise, new AbortController().signal);
  const segment: Segment = {
    turn: {
      signal: stop.signal,
      guardrails: createGuardrails(toolbox.rules.guardrails),
      sessionId: "s",
      taskId: "t",
      turnId: "u",
      startedAtMs: 0,
      sideCosts: openSideBook(newPurse(), clock),
      decisions: [],
      toolCalls: 0,
    },
    deps: { toolbox, clock, emit: (event) => void script.told.push(event.type), log: noLog },
    watch: startStopwatch(clock),
    baseMs: 420_000,
  };
  const done = runCall({ call, sent: call, plan: toolbox.plan(call), blocked: null, gate: null, heard: true }, segment);
  return { script, clock, stop, gate, review, done };
}

test("a housekeeping tool waits for background work on the session's state, and starts only then", async () => {
  const { script, clock, gate, review, done } = behindTheLock();
  await clock.advance(1_000);
  expect(script.told).toEqual([]);
  gate.resolve();
  await review;
  expect(await clock.runUntil(done)).toMatchObject({ status: "ok" });
  expect(script.told).toEqual(["tool.started", "+memory", "-memory"]);
});

test("a stop while it waits cancels it without an effect", async () => {
  const { script, stop, done } = behindTheLock();
  stop.abort();
  expect(await done).toMatchObject({ status: "cancelled", result: { ok: false, effect: "none" } });
  expect(script.told).toEqual([]);
});
