import { expect, test } from "vitest";
import type { Question } from "../../../domain/approval.ts";
import type { Play } from "../../../../tests/support/played-session.ts";
import { admin, guest, talkSettings, talkStage, type TalkStage } from "../../../../tests/support/talk-world.ts";

const approval: Question = {
  id: "a1",
  kind: "approval",
  text: "rm -r build",
  choices: ["once", "session", "always", "deny"],
  approval: {
    tool: "terminal",
    kind: "command",
    action: "rm -r build",
    cwd: "/code",
    child: null,
    concerns: [{ rule: "delete", description: "removes a folder" }],
    diff: null,
    always: ["rm -r build"],
    note: null,
  },
};

const clarify: Question = { id: "c1", kind: "clarify", text: "Which colour?", choices: ["red", "green", "blue"] };

/** A turn that asks and answers with what it heard. */
const asks =
  (...questions: readonly Question[]): Play =>
  async ({ ask, text }) => {
    if (!/^(?:\w+: )?go$/.test(text)) return `re ${text}`;
    const answers: (string | null)[] = [];
    for (const question of questions) answers.push(await ask(question));
    return `heard ${answers.join(" and ")}`;
  };

const group = { message: { chatType: "group" } } as const;

async function asked(question: Question, how: Parameters<TalkStage["say"]>[1] = {}): Promise<TalkStage> {
  const stage = await talkStage({ play: asks(question) });
  await stage.say("go", how);
  return stage;
}

test("a request for permission shows what it is about, is the last thing to be seen, and pauses the writing", async () => {
  const { voice } = await asked(approval);
  expect(voice.questions).toMatchObject([
    {
      kind: "approval",
      text: "Permission needed\nrm -r build\ndelete: removes a folder\nin /code\nalways would allow: rm -r build\nAnswer yes, session, always or no (/deny takes a reason).",
      buttons: [
        { label: "Allow once" },
        { label: "Allow in this session" },
        { label: "Always allow" },
        { label: "Deny" },
      ],
    },
  ]);
  expect(voice.typed).toEqual(["on", "paused", "flushed"]);
});

test.each([
  ["yes", "once", "allowed once"],
  ["OK.", "once", "allowed once"],
  ["session", "session", "allowed in this session"],
  ["always", "always", "always allowed"],
  ["2", "session", "allowed in this session"],
  ["n", "deny", "denied"],
  ["cancel", "deny", "denied"],
  ["/approve", "once", "allowed once"],
  ["/approve session", "session", "allowed in this session"],
  ["/approve all", "once", "allowed once"],
  ["/deny it is needed", "deny: it is needed", "denied: it is needed"],
])("the reply %j means %s, and the question shows it", async (reply, choice, outcome) => {
  const { say, voice, ledger } = await asked(approval);
  await say(reply);
  expect(voice.lines).toEqual([`answer: heard ${choice}`]);
  expect(voice.changes).toEqual([`q1 rm -r build\n→ ${outcome} (ann)`]);
  expect(voice.typed.slice(3)).toEqual(["goes on", "off"]);
  expect(ledger.rows().map(({ settled }) => settled)).toEqual(["done", "done"]);
});

test("[SF-G8] a third person's yes to a request for permission is ignored: it answers nothing and begins no turn", async () => {
  const { say, voice, sessions, talks } = await asked(approval, group);
  const bob = { ...group, person: guest("bob") };
  for (const text of ["yes", "always", "1", "/approve"]) await say(text, bob);
  talks.press("irc", press(voice, 0, { userId: "bob" }), guest("bob"));
  expect(sessions[0]?.asked).toEqual(["ann: go"]);
  expect(voice.lines).toEqual(["you may not give permissions here"]);
  expect(voice.changes).toEqual([]);
  await say("yes", group);
  expect(voice.lines.at(-1)).toBe("answer: heard once");
});

test("whoever asked for the turn gives permissions in a chat of their own, but not where others are", async () => {
  const bob = guest("bob");
  const alone = await asked(approval, { person: bob });
  await alone.say("yes", { person: bob });
  expect(alone.voice.lines).toEqual(["answer: heard once"]);
  const among = await asked(approval, { ...group, person: bob });
  await among.say("yes", { ...group, person: bob });
  expect(among.voice.lines).toEqual([]);
});

test("words that say neither yes nor no are a message like any other", async () => {
  const { say, voice } = await asked(approval);
  await say("do something else");
  expect(voice.lines).toEqual(["I stop what I was doing and turn to this.", "end: ", "answer: re do something else"]);
  expect(voice.changes).toEqual(["q1 rm -r build\n→ withdrawn, no answer is needed any more"]);
});

test("what is not offered is not given", async () => {
  const { say, voice } = await asked({ ...approval, choices: ["once", "deny"] });
  await say("always");
  await say("/approve session");
  expect(voice.lines).toEqual([
    '"always" is not offered here; there is once, deny',
    '"session" is not offered here; there is once, deny',
  ]);
  await say("no");
  expect(voice.lines.at(-1)).toBe("answer: heard deny");
});

function press(voice: TalkStage["voice"], index: number, overrides = {}) {
  const question = voice.questions.at(-1);
  const value = question?.buttons[index]?.value ?? "";
  return { chatId: "room", userId: "ann", messageId: question?.messageId ?? "", value, ...overrides };
}

test("a button answers, once; one of another message or another chat does not", async () => {
  const { talks, voice, clock } = await asked(approval);
  talks.press("irc", press(voice, 1, { messageId: "q9" }), admin);
  talks.press("irc", press(voice, 1, { chatId: "elsewhere" }), admin);
  talks.press("irc", press(voice, 9), admin);
  await clock.advance(0);
  expect(voice.lines).toEqual([]);
  talks.press("irc", press(voice, 1), admin);
  talks.press("irc", press(voice, 3), admin);
  await clock.advance(0);
  expect(voice.lines).toEqual(["answer: heard session"]);
  expect(voice.changes).toEqual(["q1 rm -r build\n→ allowed in this session (ann)"]);
});

test.each([
  ["2", "green"],
  ["Red", "red"],
  ["bl", "blue"],
  ["purple, please", "purple, please"],
  ["7", "7"],
])("to a question of the model %j means %j", async (reply, choice) => {
  const { say, voice } = await asked(clarify);
  await say(reply);
  expect(voice.lines).toEqual([`answer: heard ${choice}`]);
});

test("where several may be chosen, numbers stand for them", async () => {
  const { say, voice } = await asked({ ...clarify, multiSelect: true });
  await say("1, 3");
  expect(voice.lines).toEqual(["answer: heard red, blue"]);
});

test("only the person whose turn it is answers the model, even among admins", async () => {
  const { say, voice } = await asked(clarify, { ...group, person: guest("bob") });
  await say("1", group);
  expect(voice.changes).toEqual(["q1 Which colour?\n→ withdrawn, no answer is needed any more"]); // an admin's message
  expect(voice.lines.at(-1)).toBe("answer: re ann: 1");
});

test("/stop cancels the question with its turn", async () => {
  const { say, voice } = await asked(clarify);
  await say("/stop");
  expect(voice.lines).toEqual(["end: Stopped. Nothing of the unfinished answer is kept."]);
  expect(voice.changes).toEqual(["q1 Which colour?\n→ withdrawn, no answer is needed any more"]);
});

test("a question of the model that nobody answers is given up, and so is one with a time of its own", async () => {
  const settings = talkSettings({ limits: { clarifyMs: 5_000, inactivityMs: 3_000 } }); // waiting is no inactivity
  const { say, voice, clock } = await talkStage({ play: asks(clarify, { ...approval, timeoutMs: 2_000 }), settings });
  await say("go");
  await clock.advance(5_000);
  await clock.advance(2_000);
  expect(voice.lines).toEqual(["answer: heard  and "]);
  expect(voice.changes).toEqual([
    "q1 Which colour?\n→ no answer came in time",
    "q2 rm -r build\n→ no answer came in time",
  ]);
});

const asksAtOnce: Play = async ({ ask }) =>
  (await Promise.all([ask(approval), ask({ ...approval, id: "a2" }), ask({ ...clarify, id: "c2" })])).join(" ");

test("the same request twice is asked once, and one answer is enough", async () => {
  const { say, voice } = await talkStage({ play: asksAtOnce });
  await say("go");
  expect(voice.questions).toHaveLength(2);
  await say("yes");
  await say("green");
  expect(voice.lines).toEqual(["answer: once once green"]);
});

test("always is written down for everybody, so only an admin is offered it, by whatever way", async () => {
  const { say, voice } = await asked(approval, { person: guest("bob") });
  const [question] = voice.questions;
  expect(question?.text).not.toContain("always");
  expect(question?.buttons.map(({ label }) => label)).toEqual(["Allow once", "Allow in this session", "Deny"]);
  for (const text of ["always", "/approve always"]) await say(text, { person: guest("bob") });
  expect(voice.lines).toEqual(Array(2).fill('"always" is not offered here; there is once, session, deny'));
  await say("3", { person: guest("bob") });
  expect(voice.lines.at(-1)).toBe("answer: heard deny");
});

test("a name with line breaks writes no line of ours", async () => {
  const { say, voice } = await asked(approval);
  await say("no", { message: { userName: "ann)\n→ allowed once (the owner" } });
  expect(voice.changes.join("").split("\n")).toHaveLength(2);
});
