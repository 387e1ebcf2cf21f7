import { expect, test } from "vitest";
import { hangs, waitsOn, type Play } from "../../../../tests/support/played-session.ts";
import { admin, dmKey, guest, talkSettings, talkStage } from "../../../../tests/support/talk-world.ts";

/** The turn whose question is this hangs; others answer. */
const hangsOn =
  (...questions: readonly string[]): Play =>
  async (stage) =>
    questions.includes(stage.text) ? hangs(stage) : `re ${stage.text}`;

test("a message is answered, its row is settled, and the route knows the session and the chat", async () => {
  const { say, voice, ledger, clock, wishes } = await talkStage();
  await say("hello");
  expect(voice.lines).toEqual(["answer: re hello"]);
  expect(ledger.rows()).toMatchObject([{ state: "claimed", settled: "done" }]);
  expect(ledger.routes.get(dmKey)).toEqual({
    sessionId: "session-1",
    lastActivityMs: clock.now(),
    resumePendingMs: null,
    address: { platform: "irc", chat: { chatId: "room", threadId: null } },
  });
  await say("again");
  expect(wishes).toHaveLength(1);
  expect(voice.typed).toEqual(["on", "off", "on", "off"]);
});

test("a row is claimed while its turn runs, and settled only when the answer was passed on", async () => {
  const { say, ledger } = await talkStage({ play: hangs });
  await say("hello");
  expect(ledger.rows()).toMatchObject([{ state: "claimed", settled: null }]);
});

test("a message meanwhile interrupts the turn and is answered next; its sender is told once", async () => {
  const { say, voice, sessions, ledger } = await talkStage({ play: hangsOn("one", "two") });
  await say("one");
  await say("two");
  await say("three");
  expect(sessions[0]?.asked).toEqual(["one", "two", "three"]);
  const told = "I stop what I was doing and turn to this.";
  expect(voice.lines).toEqual([told, "end: ", told, "end: ", "answer: re three"]);
  expect(ledger.rows().map(({ settled }) => settled)).toEqual(["done", "done", "done"]);
});

test("with queue they wait; what one person said in a row is one question, what another said is another", async () => {
  const { play, go } = waitsOn("ann: one");
  const { say, voice, clock } = await talkStage({ play, settings: talkSettings({ busyMode: "queue" }) });
  const group = { message: { chatType: "group" } } as const;
  await say("one", group);
  await say("two", group);
  await say("three", group);
  await say("mine", { ...group, person: guest("bob") });
  await say("four", group);
  go();
  await clock.advance(0);
  expect(voice.lines).toEqual([
    "I am still at work; this comes next.",
    "answer: re ann: one",
    "answer: re ann: two\nthree",
    "answer: re bob: mine",
    "answer: re ann: four",
  ]);
});

test("with steer it goes to the running turn; what comes too late is the next question, with its row", async () => {
  const { play, go } = waitsOn("one");
  const { say, voice, clock, ledger } = await talkStage({ play, settings: talkSettings({ busyMode: "steer" }) });
  await say("one");
  await say("rather two");
  expect(ledger.rows().map(({ settled }) => settled)).toEqual([null, null]);
  go();
  await clock.advance(0);
  expect(voice.lines).toEqual(["I take that into account.", "answer: re one", "answer: re rather two"]);
  expect(ledger.rows().map(({ settled }) => settled)).toEqual(["done", "done"]);
});

test("somebody who may not stop a turn does not interrupt it by speaking", async () => {
  const { say, sessions } = await talkStage({ play: hangs });
  await say("one", { message: { chatType: "group" } });
  await say("me too", { person: guest("bob"), message: { chatType: "group" } });
  expect(sessions[0]?.calls).toEqual([]);
});

test("chats run side by side up to the limit, and then each in its turn", async () => {
  const ends = new Map<string, () => void>();
  const play: Play = async ({ text }) => {
    await new Promise<void>((resolve) => ends.set(text, resolve));
    return "done";
  };
  const { say, talks, clock } = await talkStage({
    play,
    settings: talkSettings({ maxConcurrentTurns: 2, busyMode: "queue" }),
  });
  for (const key of ["a", "b", "c"]) await say(`${key}1`, { key });
  await say("a2", { key: "a", person: guest("bob") });
  expect([...ends.keys()]).toEqual(["a1", "b1"]);
  expect(talks.active()).toEqual(["a", "b"]);
  ends.get("a1")?.();
  await clock.advance(0);
  expect([...ends.keys()]).toEqual(["a1", "b1", "c1"]);
  ends.get("b1")?.();
  await clock.advance(0);
  expect([...ends.keys()]).toEqual(["a1", "b1", "c1", "a2"]);
});

test("a turn without an answer says why in plain words", async () => {
  const ends: Play[] = [
    async () => ({ failed: true, final_response: "Sorry", error: "the key was refused" }),
    async () => ({ final_response: "" }),
    async () => ({ final_response: "half", explanation: "it was cut short" }),
  ];
  const { say, voice } = await talkStage({ play: (stage) => ends.shift()?.(stage) ?? Promise.resolve("") });
  for (const text of ["one", "two", "three"]) await say(text);
  expect(voice.lines).toEqual([
    "end: There is no answer: the key was refused",
    "end: There is no answer: the model said nothing.",
    "answer: half",
    "it was cut short",
  ]);
});

const breaksOnBug: Play = async ({ text }) => {
  if (text === "bug") throw new Error("no such thing");
  return "fine";
};

test("what breaks in one chat is told there and logged, and the others go on", async () => {
  const { say, voice, logged, ledger } = await talkStage({ play: breaksOnBug });
  await say("bug", { key: "a" });
  await say("hello", { key: "b" });
  await say("again", { key: "a" });
  expect(voice.lines).toEqual([
    "end: ",
    "Something broke in here (no such thing). It is in the log; send your message again.",
    "answer: fine",
    "answer: fine",
  ]);
  expect(logged).toEqual(["gateway.talk_crashed"]);
  expect(ledger.rows().map(({ settled }) => settled)).toEqual(["done", "done", "done"]);
});

test("a session that cannot be opened is a line, and the next message tries again", async () => {
  const { say, voice } = await talkStage({ world: { open: async () => ({ kind: "refused", message: "no key" }) } });
  await say("one");
  await say("two");
  expect(voice.lines).toEqual(Array(2).fill("The conversation cannot be opened: no key"));
});

const beginsAndHangs: Play = (stage) => {
  stage.emit({ type: "text.delta", text: "a" });
  return hangs(stage);
};

test("a turn from which nothing more comes is said to be at work once, and stopped after its time", async () => {
  const settings = talkSettings({ limits: { inactivityMs: 60_000, stillWorkingMs: 40_000 } });
  const { say, voice, clock } = await talkStage({ play: beginsAndHangs, settings });
  await say("hello");
  await clock.advance(59_000);
  expect(voice.lines).toEqual(["Still working on it."]);
  await clock.advance(1_000);
  expect(voice.lines.slice(1)).toEqual(["end: Stopped: nothing happened for 1 minute. Send a message to go on."]);
});

test("news of a background process begin a turn when the chat is idle, and wait for one that runs", async () => {
  const { play, go } = waitsOn("slow");
  const { say, sessions, voice, clock } = await talkStage({ play });
  await say("hello");
  sessions[0]?.tell("the build is done");
  await clock.advance(0);
  await say("slow");
  sessions[0]?.tell("the tests too");
  go();
  await clock.advance(0);
  expect(voice.lines).toEqual([
    "answer: re hello",
    "answer: re the build is done",
    "answer: re slow",
    "answer: re the tests too",
  ]);
  expect(sessions[0]?.inputs[1]).toMatchObject({ stored: { displayKind: "process_notice" } });
});

test("a goal is worked on from turn to turn until the judge is content", async () => {
  const { say, voice } = await talkStage();
  await say("/goal tidy up", { person: admin });
  expect(voice.lines).toEqual(["answer: re tidy up", "goal reached after 1 turn: all is there"]);
});

test("hygiene comes before the turn, and is told only where it took more than three seconds", async () => {
  const record = {
    event: "compression",
    engine: "played",
    trigger: "hygiene",
    outcome: "ok",
    messages_before: 40,
    messages_after: 9,
    tokens_before: 900,
    tokens_after: 100,
    duration_ms: 3_001,
  } as const;
  const { say, voice, clock } = await talkStage({
    session: () => ({
      hygiene: async () => {
        await clock.sleep(3_001, new AbortController().signal);
        return { kind: "compressed", record, sessionId: "session-1" };
      },
    }),
  });
  await say("hello");
  expect(voice.lines).toEqual([]);
  await clock.advance(3_001);
  expect(voice.lines).toEqual(["Compressed: 40 → 9 messages", "answer: re hello"]);
});

test("a stop before the model was asked anything is a stop all the same", async () => {
  const { say, voice, sessions, clock } = await talkStage({
    session: () => ({
      hygiene: () => clock.sleep(1_000, new AbortController().signal).then(() => ({ kind: "nothing" })),
    }),
  });
  await say("hello");
  await say("/stop");
  await clock.advance(1_000);
  expect(voice.lines).toEqual(["Stopped. Nothing of the unfinished answer is kept."]);
  expect(sessions[0]?.asked).toEqual([]);
});

test("a message that comes before the model was asked anything goes along with the one before", async () => {
  const { say, voice, clock } = await talkStage({
    session: () => ({
      hygiene: () => clock.sleep(1_000, new AbortController().signal).then(() => ({ kind: "nothing" })),
    }),
  });
  await say("hello");
  await say("and more");
  await clock.advance(2_000);
  expect(voice.lines).toEqual(["I stop what I was doing and turn to this.", "answer: re hello\nand more"]);
});

test("who steers a turn in a group is named, and cannot be somebody else", async () => {
  const group = { message: { chatType: "group" } } as const;
  const { play, go } = waitsOn("ann: one");
  const { say, voice, clock } = await talkStage({ play, settings: talkSettings({ busyMode: "steer" }) });
  await say("one", group);
  await say("boss: rather two", group);
  await say("/steer boss: three", group);
  go();
  await clock.advance(0);
  expect(voice.lines.at(-1)).toBe("answer: re ann: boss: rather two\nann: boss: three");
});
