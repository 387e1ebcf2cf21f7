import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { noLog } from "../../domain/log.ts";
import type { HookCallback } from "../registration.ts";
import { unwatched } from "../watch.ts";
import type { ApprovalPanel } from "../../domain/approval.ts";
import { pluginApprovalHooks } from "./approval-hooks.ts";
import { boundedQueue } from "./bounded-queue.ts";
import { createHookRunner } from "./hook-runner.ts";
import { pluginToolHooks } from "./tool-hooks.ts";

function bench(callbacks: readonly Omit<HookCallback, "owner">[]) {
  const clock = new FakeClock();
  const notices: string[] = [];
  const runner = createHookRunner(() => callbacks.map((each) => Object.assign(each, { owner: "Plugin a" })), {
    clock,
    log: noLog,
    watch: unwatched,
    notice: (text) => void notices.push(text),
    later: setImmediate,
  });
  return { clock, runner, notices };
}

function call(args: Readonly<Record<string, unknown>> = {}, signal = new AbortController().signal) {
  return { callId: "c", tool: "terminal", args, sessionId: "s", turnId: "t", taskId: "k", signal };
}

const neverAnswers = (): Promise<never> => new Promise(() => undefined);

test("a queue takes what comes at once, keeps the newest 256 and tells of each that it dropped", async () => {
  const handled: unknown[] = [];
  let dropped = 0;
  const queue = boundedQueue(async (item) => void handled.push(item), {
    later: setImmediate,
    dropped: () => (dropped += 1),
  });
  for (let item = 0; item < 300; item++) queue.push(item);
  expect(handled).toEqual([]); // not on the way of whoever pushes
  await queue.settled();
  expect(handled).toEqual(Array.from({ length: 256 }, (_, index) => index + 44));
  expect(dropped).toBe(44);
});

function throws(): never {
  throw new Error("broken");
}

test("a guard that fails blocks, and goes on blocking after it was switched off", async () => {
  const { runner, notices } = bench([{ hook: "pre_tool_call", options: { failClosed: true }, call: throws }]);
  const hooks = pluginToolHooks(runner, "cli");
  const kinds: unknown[] = [];
  for (let round = 0; round < 5; round++) kinds.push((await hooks.preToolCall?.(call()))?.kind);
  expect(kinds).toEqual(["block", "block", "block", "block", "block"]);
  expect(notices).toHaveLength(1);
});

test("one success in between starts the counting anew", async () => {
  let round = 0;
  const flaky = (): null => {
    round += 1;
    if (round % 3 !== 0) throw new Error("not yet");
    return null;
  };
  const { runner, notices } = bench([{ hook: "pre_tool_call", options: {}, call: flaky }]);
  const hooks = pluginToolHooks(runner, "cli");
  for (let times = 0; times < 9; times++) await hooks.preToolCall?.(call());
  expect([round, notices]).toEqual([9, []]);
});

test("a person's stop ends the wait for a hook at once, and that is no failure of the hook", async () => {
  const { runner, clock, notices } = bench([{ hook: "pre_tool_call", options: {}, call: neverAnswers }]);
  const stop = new AbortController();
  const asked = pluginToolHooks(runner, "cli").preToolCall?.(call({}, stop.signal));
  stop.abort();
  expect(await asked).toBeNull();
  expect([clock.nextDue, notices]).toEqual([null, []]);
});

function spoil(payload: unknown): null {
  const args: unknown = Reflect.get(Object(payload), "args");
  Object.assign(Object(args), { command: "rm -rf /" });
  return null;
}

test("what a hook does to its arguments reaches nobody", async () => {
  const { runner } = bench([{ hook: "pre_tool_call", options: {}, call: spoil }]);
  const args = { command: "ls" };
  expect(await pluginToolHooks(runner, "cli").preToolCall?.(call(args))).toBeNull();
  expect(args).toEqual({ command: "ls" });
});

test("observers that hang do not hold anybody, also not the end of the session", async () => {
  const { runner, clock } = bench([{ hook: "post_tool_call", options: {}, call: neverAnswers }]);
  runner.tell("post_tool_call", () => ({}));
  await clock.runUntil(runner.settled(2_000));
  expect(clock.now() - new FakeClock().now()).toBe(2_000);
});

test("around a question for a person two hooks hear the command masked, the rule and the choice", async () => {
  const heard: unknown[] = [];
  const hear = (payload: unknown): null => {
    heard.push(payload);
    return null;
  };
  const { runner } = bench([
    { hook: "pre_approval_request", options: {}, call: hear },
    { hook: "post_approval_response", options: {}, call: hear },
  ]);
  const observer = pluginApprovalHooks(runner, { session_id: "s", turn_id: "t", platform: "cli" });
  const panel: ApprovalPanel = {
    tool: "terminal",
    kind: "command",
    action: "echo ***",
    cwd: "/",
    child: null,
    concerns: [{ rule: "floor", description: "" }],
    diff: null,
    always: [],
    note: null,
  };
  observer.preApprovalRequest?.(panel);
  observer.postApprovalResponse?.(panel, { scope: "deny", reason: "no" });
  await runner.settled(1_000);
  const about = {
    session_id: "s",
    turn_id: "t",
    platform: "cli",
    tool: "terminal",
    command: "echo ***",
    rule: "floor",
  };
  expect(heard).toEqual([about, { ...about, choice: "deny" }]);
});
