import { expect, test } from "vitest";
import { chatCommands } from "../../../commands/slash/chat-commands.ts";
import { commandsInChats } from "../../../commands/slash/in-chats.ts";
import { hangs, waitsOn } from "../../../../tests/support/played-session.ts";
import { admin, dmKey, guest, talkSettings, talkStage } from "../../../../tests/support/talk-world.ts";
import { newSession } from "../../../../tests/support/temporary-store.ts";

const group = { message: { chatType: "group" } } as const;
const bob = { ...group, person: guest("bob") };

test("[SF-G7] /stop of somebody whose turn it is not is refused, unless they are an admin", async () => {
  const { say, voice, sessions } = await talkStage({ play: hangs });
  await say("mine", { ...group, person: guest("cleo") });
  await say("/stop", bob);
  expect(sessions[0]?.calls).toEqual([]);
  expect(voice.lines).toEqual(["that turn is not yours: only an admin or the person who asked can stop it"]);
  await say("/stop", { ...group, person: guest("cleo") });
  expect(voice.lines.at(-1)).toBe("end: Stopped. Nothing of the unfinished answer is kept.");
  await say("again", { ...group, person: guest("cleo") });
  await say("/stop", group);
  expect(sessions[0]?.calls).toEqual(["interrupt", "interrupt"]);
});

test("nor does another command stop or steer the turn of somebody else", async () => {
  const anything = { ...guest("bob"), mayUse: () => true };
  const { say, voice, sessions } = await talkStage({ play: hangs });
  await say("mine", { ...group, person: guest("cleo") });
  await say("/new --yes", { ...group, person: anything });
  await say("/steer do this", { ...group, person: anything });
  expect(sessions[0]?.calls).toEqual([]);
  expect(voice.lines).toEqual(
    Array(2).fill("that turn is not yours: only an admin or the person who asked can stop it"),
  );
});

test("/stop keeps what waits until the person speaks again", async () => {
  const { play } = waitsOn("one");
  const { say, voice } = await talkStage({ play, settings: talkSettings({ busyMode: "queue" }) });
  await say("one");
  await say("two");
  await say("/stop");
  expect(voice.lines.slice(1)).toEqual(["end: Stopped. 1 waiting message is answered after your next one."]);
  await say("three");
  expect(voice.lines.at(-1)).toBe("answer: re two\nthree");
});

test("a command runs while a turn does, and is never a message", async () => {
  const { say, voice, sessions, ledger } = await talkStage({ play: hangs });
  await say("one");
  await say("/whoami");
  await say("/compress");
  expect(sessions[0]?.asked).toEqual(["one"]);
  expect(voice.lines).toEqual(["irc: user ann, dm room, an admin", "/compress has to wait until the turn is over"]);
  expect(ledger.rows().map(({ settled }) => settled)).toEqual([null, "done", "done"]);
});

test("what there is not gets the nearest name, what is for a screen gets a word why", async () => {
  const { say, voice } = await talkStage();
  for (const text of ["/statis", "/copy", "/quit", "/reasoning show"]) await say(text);
  expect(voice.lines).toEqual([
    "there is no /statis, did you mean /status?",
    "/copy is for the terminal; a chat has no screen for it",
    "/exit is for the terminal; a chat has no screen for it",
    "/reasoning is about a screen, and there is none here",
  ]);
});

test("who is no admin uses what is allowed, and some things not even then", async () => {
  const { say, voice, sessions } = await talkStage({ world: { restart: () => expect.unreachable() } });
  const everything = { ...group, person: { ...guest("bob"), mayUse: () => true } };
  await say("/model gpt", bob);
  for (const text of ["/yolo", "/approvals off", "/sessions all", "/restart", "/model gpt --global"])
    await say(text, everything);
  expect(voice.lines).toEqual([
    "you may not use /model here; /commands lists what you may use",
    "only admins may use /yolo here",
    "only admins may use /approvals here",
    "only admins may use /sessions here",
    "only admins may use /restart here",
    "only admins may use /model --global here",
  ]);
  expect(sessions[0]?.approvals.yolo).toBe(false);
  await say("/commands", bob);
  expect(
    voice.lines
      .at(-1)
      ?.match(/\/[a-z]+/g)
      ?.toSorted(),
  ).toEqual(["/approve", "/commands", "/deny", "/help", "/stop", "/whoami"]);
});

test("/new asks first, ends the session and begins another; its title comes with the first turn", async () => {
  const { say, voice, wishes, sessions, store, ledger } = await talkStage();
  await say("hello");
  await say("/new Holidays");
  expect(voice.questions).toMatchObject([
    { kind: "confirm", buttons: [{ label: "yes" }, { label: "no" }, { label: "always" }] },
  ]);
  await say("yes");
  expect(voice.lines.at(-1)).toBe("This is a new conversation.");
  expect(ledger.routes.get(dmKey)?.sessionId).toBeNull();
  expect(sessions[0]?.calls).toEqual(["close"]);
  expect(store.sessions.get("session-1")?.end_reason).toBe("new");
  await say("where to?");
  expect(wishes.map(({ sessionId }) => sessionId)).toEqual([null, null]);
  expect(store.sessions.get("session-2")?.title).toBe("Holidays");
});

test("a no, and no answer at all, leave everything as it was", async () => {
  const { say, voice, ledger, clock } = await talkStage();
  await say("hello");
  await say("/new");
  await say("no");
  await say("/new");
  await clock.advance(600_000);
  expect(voice.lines.slice(1)).toEqual(["nothing was changed", "nothing was changed"]);
  expect(ledger.routes.get(dmKey)?.sessionId).toBe("session-1");
});

test("always means that no chat asks any more, but only where an admin says so", async () => {
  const person = { ...guest("bob"), mayUse: () => true };
  const { say, voice } = await talkStage();
  await say("/new", { person });
  await say("always", { person });
  await say("/new", { person });
  expect(voice.questions).toHaveLength(2);
  await say("no", { person });
  await say("/new");
  await say("always");
  await say("/new");
  expect(voice.questions).toHaveLength(3);
});

test("/new while a turn runs stops it first; /resume goes back, /branch into a copy", async () => {
  const { play } = waitsOn("slow");
  const { say, voice, wishes, sessions } = await talkStage({ play });
  await say("hello");
  await say("slow");
  await say("/new --yes");
  await say("hi");
  await say("/resume session-1");
  await say("back again");
  await say("/branch");
  expect(voice.lines).toEqual([
    "answer: re hello",
    "end: ",
    "This is a new conversation.",
    "answer: re hi",
    "Now in session session-1.",
    "answer: re back again",
    "Now in session session-1.",
  ]);
  expect(wishes.map(({ sessionId, branch }) => [sessionId, branch])).toEqual([
    [null, undefined],
    [null, undefined],
    ["session-1", undefined],
    ["session-1", true],
  ]);
  expect(sessions.map(({ calls }) => calls.includes("close"))).toEqual([true, true, true, false]);
});

test("/sethome, /platform and /restart; the chat of a restart is told when it is over", async () => {
  const calls: string[] = [];
  const platforms = { status: () => "irc: connected", resume: async (name: string | null) => `resumed ${name}` };
  const world = { restart: () => void calls.push("restart"), platforms };
  const { say, voice, ledger, store } = await talkStage({ world });
  for (const text of ["/sethome", "/platform", "/platform resume irc", "/restart"]) await say(text);
  expect(ledger.routes.note("irc", "home")).toBe('{"chatId":"room","threadId":null}');
  expect(calls).toEqual(["restart"]);
  expect(voice.lines).toEqual([
    "notices of irc come here from now on",
    "irc: connected",
    "resumed irc",
    "I restart now and tell you when I am back.",
  ]);
  const after = await talkStage({ ledger, store });
  await after.talks.resume({ autoContinue: true });
  await after.talks.resume({ autoContinue: true });
  expect(after.voice.lines).toEqual(["I am back."]);
});

test("a skill is asked for by its name, by those who may", async () => {
  const { say, voice } = await talkStage({
    session: () => ({
      invokeSkills: async (text) =>
        ({ kind: "invoked", message: `do ${text}`, instruction: text, problems: [] }) as const,
    }),
  });
  await say("/tidy-desk now", { person: admin });
  await say("/tidy-desk now", { person: guest("bob") });
  expect(voice.lines[0]).toBe("answer: re do /tidy-desk now");
  expect(voice.lines[1]).toMatch(/^there is no \/tidy-desk/);
});

test("a skill that somebody may use does not bring along one they may not", async () => {
  const seen: ReadonlySet<string>[] = [];
  const { say, voice } = await talkStage({
    session: () => ({
      invokeSkills: async (text, builtIn) => {
        seen.push(builtIn);
        return { kind: "invoked", message: `do ${text}`, instruction: text, problems: [] } as const;
      },
    }),
  });
  const person = { ...guest("bob"), mayUse: (name: string) => name === "tidy" };
  await say("/tidy /Deploy_all now", { ...group, person });
  expect([seen[0]?.has("deploy-all"), seen[0]?.has("tidy")]).toEqual([true, false]);
  expect(voice.lines).toEqual(['answer: re do /tidy /Deploy_all now\n\n[Asked by "bob"]']);
});

test("every command of the table exists, and no two are called the same", () => {
  const names = commandsInChats({}).map(({ name }) => name);
  expect(names).toHaveLength(33 + chatCommands.length);
  expect(new Set(names).size).toBe(names.length);
});

test("from a chat even an admin sees and resumes only their own sessions of it", async () => {
  const stage = await talkStage();
  const { say, store, voice, wishes } = stage;
  const rows = [
    newSession("cli-secret", { title: "owner" }),
    newSession("bob-dm", { title: "bobs", userId: "bob", chatId: "irc:dm:room" }),
    newSession("ann-elsewhere", { title: "elsewhere", userId: "ann", chatId: "other:dm:room" }),
    newSession("ann-here", { title: "mine", userId: "ann", chatId: "irc:dm:room" }),
  ];
  for (const row of rows) {
    await store.sessions.create(row);
    await store.openJournal(null).append(row.id, { role: "user", content: `zebra of ${row.id}` }, "t");
  }
  await say("/sessions all");
  await say("/sessions search zebra");
  expect(voice.lines.join("\n")).toContain("ann-here");
  for (const foreign of ["cli-secret", "bob-dm", "ann-elsewhere"]) {
    expect(voice.lines.join("\n")).not.toContain(foreign);
    await say(`/resume ${foreign}`);
    expect(voice.lines.at(-1)).toBe(`no session matches "${foreign}"`);
  }
  expect(wishes.every(({ sessionId }) => sessionId === null)).toBe(true);
  await say("/resume mine");
  expect(voice.lines.at(-1)).toBe("Now in session ann-here.");
});
