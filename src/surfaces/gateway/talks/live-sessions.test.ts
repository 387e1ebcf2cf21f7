import { expect, test } from "vitest";
import { waitsOn } from "../../../../tests/support/played-session.ts";
import { dmKey, silentShell, talkSettings, talkStage } from "../../../../tests/support/talk-world.ts";

const hourMs = 3_600_000;

test("a session that rested for its time is closed, and the next message opens the same one again", async () => {
  const { say, clock, wishes, sessions } = await talkStage();
  await say("one");
  await clock.advance(hourMs - 60_000);
  expect(sessions[0]?.calls).toEqual([]);
  await clock.advance(120_000);
  expect(sessions[0]?.calls).toEqual(["close"]);
  await say("two");
  expect(wishes.map(({ sessionId }) => sessionId)).toEqual([null, "session-1"]);
});

test("of too many the one used longest ago is closed, never one that works", async () => {
  const { play } = waitsOn("long");
  const { say, sessions } = await talkStage({ play, settings: talkSettings({ limits: { liveSessions: 2 } }) });
  await say("long", { key: "a" });
  await say("one", { key: "b" });
  await say("one", { key: "c" });
  expect(sessions.map(({ calls }) => calls)).toEqual([[], ["close"], []]);
  await say("two", { key: "b" });
  expect(sessions.map(({ calls }) => calls)).toEqual([[], ["close"], ["close"], []]);
});

test("closing holds nobody up but the chat whose session it is", async () => {
  const closing = Promise.withResolvers<void>();
  const { say, voice, clock, wishes } = await talkStage({
    settings: talkSettings({ limits: { liveSessions: 1 } }),
    session: ({ sessionKey }) => (sessionKey === "a" ? { close: () => closing.promise } : {}),
  });
  await say("one", { key: "a" });
  await say("two", { key: "b" });
  expect(voice.lines).toEqual(["answer: re one", "answer: re two"]);
  await say("three", { key: "a" });
  expect(wishes).toHaveLength(2);
  closing.resolve();
  await clock.advance(0);
  expect(voice.lines.at(-1)).toBe("answer: re three");
});

test("when memory is short, sessions that just rest go sooner", async () => {
  const { say, clock, sessions } = await talkStage({ world: { memoryIsShort: () => true } });
  await say("one");
  await clock.advance(120_000);
  expect(sessions[0]?.calls).toEqual(["close"]);
});

const idle = { reset: { idleMs: 2 * hourMs, atHour: null, processMaxAgeMs: 24 * hourMs } };

test("after a long rest the session is over, and the next message begins a new one and is told so once", async () => {
  const { say, clock, wishes, voice, store, ledger } = await talkStage({ settings: talkSettings({}, idle) });
  await say("one");
  await clock.advance(2 * hourMs - 1);
  await say("two");
  await clock.advance(2 * hourMs + 60_000);
  await say("three");
  await say("four");
  expect(wishes.map(({ sessionId }) => sessionId)).toEqual([null, "session-1", null]);
  expect(store.sessions.get("session-1")?.end_reason).toBe("idle_reset");
  expect(ledger.routes.get(dmKey)?.sessionId).toBe("session-3");
  expect(voice.lines).toEqual([
    "answer: re one",
    "answer: re two",
    "The conversation before rested too long and is over; this is a new one.",
    "answer: re three",
    "answer: re four",
  ]);
});

test("what still runs in the background puts that off, for a day", async () => {
  const shell = { ...silentShell, background: () => ["npm start"] };
  const { say, clock, wishes, ...stage } = await talkStage({ settings: talkSettings({}, idle), shell });
  await say("one");
  await clock.advance(5 * hourMs);
  await say("two");
  expect(wishes).toHaveLength(1);
  await clock.advance(25 * hourMs);
  await say("three");
  expect(wishes.map(({ sessionId }) => sessionId)).toEqual([null, null]);
  expect(stage.store.sessions.get("session-1")?.end_reason).toBe("idle_reset");
});

test("a session made of settings that have changed is opened anew before its next turn, unless work would end with it", async () => {
  const state = { signature: "a", processes: 0 };
  const shell = { ...silentShell, background: () => Array.from({ length: state.processes }, () => "make") };
  const { say, wishes, sessions } = await talkStage({ shell, world: { signature: async () => state.signature } });
  await say("one");
  await say("two");
  expect(wishes.map(({ sessionId }) => sessionId)).toEqual([null]);
  Object.assign(state, { signature: "b", processes: 1 });
  await say("three");
  expect(wishes).toHaveLength(1);
  state.processes = 0;
  await say("four");
  expect(wishes.map(({ sessionId }) => sessionId)).toEqual([null, "session-1"]);
  expect(sessions.map(({ asked }) => asked)).toEqual([["one", "two", "three"], ["four"]]);
});
