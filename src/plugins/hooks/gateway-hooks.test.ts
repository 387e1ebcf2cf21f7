import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import type { InboundMessage } from "../../domain/gateway-ledger.ts";
import { noLog } from "../../domain/log.ts";
import { definePlugin } from "../plugin.ts";
import type { HookCallback } from "../registration.ts";
import { createHarness } from "../test-harness.ts";
import { unwatched } from "../watch.ts";
import { pluginGatewayHooks } from "./gateway-hooks.ts";
import { createHookRunner } from "./hook-runner.ts";

const message: InboundMessage = {
  platform: "pigeon",
  receivedAtMs: 5,
  chatId: "loft",
  chatType: "dm",
  messageId: "7",
  userId: "ann",
  text: "coo",
  threadId: null,
  scopeId: null,
  userName: null,
  chatName: null,
  chatTopic: null,
  isBot: false,
  isOwn: false,
  isMention: false,
  media: [],
  mediaGroup: null,
  replyTo: null,
};

type Call = HookCallback["call"];
const never = new AbortController().signal;

function bench(calls: readonly Call[], hook: HookCallback["hook"] = "pre_gateway_dispatch", failClosed = false) {
  const clock = new FakeClock();
  const notices: string[] = [];
  const callbacks = calls.map((call, at) => ({ owner: `Plugin ${at}`, hook, options: { failClosed }, call }));
  const runner = createHookRunner(() => callbacks, {
    clock,
    log: noLog,
    watch: unwatched,
    notice: (text) => void notices.push(text),
    later: setImmediate,
  });
  return { clock, runner, notices, hooks: pluginGatewayHooks(runner) };
}

const shout: Call = (payload) => ({
  action: "rewrite",
  text: JSON.stringify(payload).includes("coo!") ? "twice" : "coo!",
  userId: "root",
  message: { userId: "root" },
});

const throws: Call = () => {
  throw new Error("broken");
};

test("a hook hears the message without a session, and no opinion lets it through as it is", async () => {
  const heard: unknown[] = [];
  const { hooks } = bench([(payload) => void heard.push(payload), () => ({ action: "allow" }), () => "nonsense"]);
  expect(await hooks.beforeDispatch(message, never)).toEqual({ kind: "dispatch", message });
  expect(heard).toEqual([{ session_id: "", turn_id: "", platform: "pigeon", message }]);
});

test("texts are rewritten one after another, and nothing but the text", async () => {
  const { hooks } = bench([shout, shout]);
  expect(await hooks.beforeDispatch(message, never)).toEqual({
    kind: "dispatch",
    message: { ...message, text: "twice" },
  });
});

test("the first skip wins, whoever would come after it", async () => {
  const { hooks } = bench([throws, () => ({ action: "skip" }), () => ({ action: "allow" })]);
  expect(await hooks.beforeDispatch(message, never)).toEqual({ kind: "skip", by: "Plugin 1" });
});

test("the exit code 2 of a shell hook is a skip", async () => {
  const { hooks } = bench([() => ({ action: "block", message: "no" })]);
  expect(await hooks.beforeDispatch(message, never)).toEqual({ kind: "skip", by: "Plugin 0" });
});

test("an empty text and a hook that is late are no opinion; a guard that fails skips", async () => {
  const { hooks, clock } = bench([() => ({ action: "rewrite", text: " " }), () => new Promise(() => undefined)]);
  const asked = hooks.beforeDispatch(message, never);
  await clock.advance(4_999);
  const state = { over: false };
  void asked.then(() => (state.over = true));
  await clock.advance(0);
  expect(state.over).toBe(false);
  await clock.advance(1);
  expect(await asked).toEqual({ kind: "dispatch", message });
  const guarded = bench([throws], "pre_gateway_dispatch", true);
  expect(await guarded.hooks.beforeDispatch(message, never)).toEqual({ kind: "skip", by: "Plugin 0" });
});

test("events of a platform are told to observers, which can do no harm", async () => {
  const heard: unknown[] = [];
  const { hooks, runner } = bench([throws, (payload) => void heard.push(payload)], "gateway_event");
  hooks.heard("pigeon", { kind: "join", who: "bob" });
  expect(heard).toEqual([]); // nobody waits for it
  await runner.settled(1_000);
  expect(heard).toEqual([{ session_id: "", turn_id: "", platform: "pigeon", event: { kind: "join", who: "bob" } }]);
});

test("without the capability gateway.dispatch a plugin hears messages and has no say", async () => {
  const bouncer = definePlugin({
    register(ctx) {
      ctx.registerHook("pre_gateway_dispatch", ({ message: { text } }) => ({
        action: text === "coo" ? "skip" : "allow",
      }));
    },
  });
  const verdicts: unknown[] = [];
  for (const capabilities of [[], ["gateway.dispatch"]]) {
    const { registered } = await createHarness(bouncer, { capabilities });
    const { hooks, notices } = bench(registered.hooks.map(({ call }) => call));
    for (let round = 0; round < 3; round++) verdicts.push((await hooks.beforeDispatch(message, never)).kind);
    verdicts.push(notices.length);
  }
  expect(verdicts).toEqual(["dispatch", "dispatch", "dispatch", 1, "skip", "skip", "skip", 0]);
});
