import { expect, test } from "vitest";
import type { Message } from "../../../domain/message.ts";
import { hangs, waitsOn } from "../../../../tests/support/played-session.ts";
import { dmKey, inbound, talkSettings, talkStage, type TalkStage } from "../../../../tests/support/talk-world.ts";
import { newSession } from "../../../../tests/support/temporary-store.ts";

const never = new AbortController().signal;

const draining =
  "I am about to restart. I finish this first if it does not take long; else I go on with it afterwards.";

test("a drain tells the chats at work once, lets their turns end, begins none, and leaves the rest in the inbox", async () => {
  const { play, go } = waitsOn("one");
  const { say, talks, voice, clock, ledger } = await talkStage({ play });
  await say("one");
  const drained = talks.drain(60_000, never);
  await say("two");
  await say("/status");
  await say("three", { key: "other" });
  await clock.advance(1_000);
  go();
  await drained;
  expect(voice.lines).toEqual([draining, "answer: re one"]);
  expect(ledger.rows().map(({ state, settled }) => [state, settled])).toEqual([
    ["claimed", "done"],
    ["new", null],
    ["new", null],
    ["new", null],
  ]);
  expect(ledger.routes.get(dmKey)?.resumePendingMs).toBeNull();
});

test("a turn that outlasts the drain is stopped and marked, and its row stays claimed", async () => {
  const { say, talks, voice, clock, ledger, sessions } = await talkStage({ play: hangs });
  await say("one");
  const drained = talks.drain(60_000, never);
  await clock.advance(59_999);
  expect(sessions[0]?.calls).toEqual([]);
  await clock.advance(1);
  await drained;
  expect(sessions[0]?.calls).toEqual(["interrupt"]);
  expect(voice.lines).toEqual([draining, "end: "]);
  expect(ledger.rows()).toMatchObject([{ state: "claimed", settled: null }]);
  expect(ledger.routes.get(dmKey)).toMatchObject({ sessionId: "session-1", resumePendingMs: clock.now() });
  await talks.close();
  expect(sessions[0]?.calls).toEqual(["interrupt", "close"]);
});

test("a second signal ends the patience", async () => {
  const { say, talks, sessions } = await talkStage({ play: hangs });
  await say("one");
  const stop = new AbortController();
  const drained = talks.drain(60_000, stop.signal);
  stop.abort();
  await drained;
  expect(sessions[0]?.calls).toEqual(["interrupt"]);
});

type Left = {
  readonly history: readonly Message[];
  readonly pendingAgoMs?: number;
  readonly activeAgoMs?: number;
};

const asked: Message = {
  role: "user",
  content: "one",
  extra: { display_metadata: { chat_message: "msg one" } },
};
const call = { id: "c1", type: "function", function: { name: "terminal", arguments: "{}" } } as const;
const worked: readonly Message[] = [
  asked,
  { role: "assistant", content: "", tool_calls: [call] },
  { role: "tool", tool_call_id: "c1", name: "terminal", tool_name: "terminal", content: "built" },
];

/** What a process left behind: a session, a claimed message and the route. */
async function after(left: Left, autoContinue = true, settings = talkSettings()): Promise<TalkStage> {
  const { history, pendingAgoMs, activeAgoMs = 1_000 } = left;
  const stage = await talkStage({ settings });
  const { store, ledger, clock, talks } = stage;
  await store.sessions.create(newSession("s"));
  for (const message of history) await store.openJournal(null).append("s", message, "t");
  const id = await ledger.inbox.accept(inbound("one"), dmKey);
  await ledger.inbox.claim(id === null ? [] : [id]);
  await ledger.routes.set(dmKey, {
    sessionId: "s",
    lastActivityMs: clock.now() - activeAgoMs,
    resumePendingMs: pendingAgoMs === undefined ? null : clock.now() - pendingAgoMs,
    address: { platform: "irc", chat: { chatId: "room", threadId: null } },
  });
  await talks.resume({ autoContinue });
  await clock.advance(0);
  expect(ledger.inbox.open()).toEqual([]);
  expect(ledger.routes.get(dmKey)?.resumePendingMs).toBeNull();
  return stage;
}

test("a turn that was cut off not long ago goes on with a note that is nobody's words", async () => {
  const { sessions, wishes, voice } = await after({ history: worked, pendingAgoMs: 60_000 });
  expect(wishes).toMatchObject([{ sessionId: "s", message: { text: "one" } }]);
  expect(sessions[0]?.inputs).toMatchObject([{ stored: { displayKind: "restart_note" } }]);
  expect(sessions[0]?.asked[0]).toMatch(/restart cut off your last turn.*do not run them again/s);
  expect(voice.lines).toEqual([expect.stringMatching(/^answer: /)]);
});

test("so does one of a process that died without a word", async () => {
  const { sessions } = await after({ history: worked });
  expect(sessions[0]?.inputs).toMatchObject([{ stored: { displayKind: "restart_note" } }]);
});

const cutOff = "A restart cut off what I was doing here. Send a message if I should go on.";

test("an older one is told, and so is every one after too many crashes", async () => {
  const old = await after({ history: worked, pendingAgoMs: 3_600_000 });
  const loop = await after({ history: worked, pendingAgoMs: 60_000 }, false);
  const unheard = await after({ history: [] }, false);
  expect([old, loop, unheard].map(({ voice, sessions }) => [voice.lines, sessions])).toEqual([
    [[cutOff], []],
    [[cutOff], []],
    [["A restart came before I could answer your last message. Please send it again."], []],
  ]);
});

test("a message the model never saw is asked as if nothing had happened", async () => {
  const { sessions, voice } = await after({ history: [{ role: "user", content: "one" }], activeAgoMs: 9_000_000 });
  expect(sessions[0]?.asked).toEqual(["one"]);
  expect(voice.lines).toEqual(["answer: re one"]);
});

test("an answer that may not have been sent is sent, and marked as a possible second one", async () => {
  const { voice, sessions } = await after({ history: [...worked, { role: "assistant", content: "It is built." }] });
  expect(sessions).toEqual([]);
  expect(voice.lines).toEqual(["answer: (A restart came in between; you may have this already.)\nIt is built."]);
});

test("a turn that no message began goes on too, where it was last", async () => {
  const { talks, ledger, clock, store, wishes, voice } = await talkStage();
  await store.sessions.create(newSession("s"));
  const address = { platform: "irc", chat: { chatId: "room", threadId: "7" } };
  await ledger.routes.set(dmKey, { sessionId: "s", lastActivityMs: 0, resumePendingMs: clock.now(), address });
  await talks.resume({ autoContinue: true });
  await clock.advance(0);
  expect(wishes).toMatchObject([{ sessionId: "s", message: { chatId: "room", threadId: "7", chatType: "dm" } }]);
  expect(voice.lines).toHaveLength(1);
});

test.each([[[]], [worked]])("nothing goes on for somebody who may not speak any more", async (history) => {
  const closed = talkSettings({}, { allowed: { everybody: false, users: new Set(["bob"]) } });
  const { sessions, voice, ledger } = await after({ history, pendingAgoMs: 60_000 }, true, closed);
  expect([sessions, voice.lines]).toEqual([[], []]);
  expect(ledger.rows()).toMatchObject([{ settled: "dropped" }]);
});
