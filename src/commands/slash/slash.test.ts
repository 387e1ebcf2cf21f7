import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { newSession, temporaryStore } from "../../../tests/support/temporary-store.ts";
import { ApprovalState } from "../../tools/approval/approval-state.ts";
import { usualDisplay } from "./display.ts";
import { findCommand, isSlash, namesOf } from "./find-command.ts";
import { quickCommands } from "./quick-commands.ts";
import { slashCommands } from "./registry.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashContext } from "./slash-command.ts";

async function world(overrides: Partial<SlashContext> = {}): Promise<SlashContext> {
  const approvals = new ApprovalState({ mode: "manual", edits: "allow", yolo: false });
  return {
    session: { info: scriptedInfo, approvals, steer: () => true },
    store: await temporaryStore(),
    world: {
      switchModel: async (reference) => ({ ok: reference === "good", text: `switched to ${reference}` }),
      command: async (words) => ({ code: 0, text: words.join(" ") }),
      git: async () => ({ code: 0, text: "" }),
    },
    commands: slashCommands,
    isBusy: false,
    nowMs: 0,
    confirms: true,
    choose: async () => null,
    neverConfirm: async () => undefined,
    ...overrides,
  };
}

test("every name is there once, and the beginning of a name that fits one command means it", () => {
  const names = slashCommands.flatMap(namesOf);
  expect(new Set(names).size).toBe(names.length);
  expect(findCommand("/COMP deploy", slashCommands)).toMatchObject({
    kind: "found",
    rest: "deploy",
    command: { name: "compress" },
  });
  expect(findCommand("/re", slashCommands)).toEqual({
    kind: "ambiguous",
    typed: "re",
    names: ["reset", "resume", "retry", "reasoning"],
  });
  expect(findCommand("/tilte", slashCommands)).toEqual({ kind: "unknown", typed: "tilte", near: "title" });
});

test("a path is a message and no command", () => {
  expect(["/etc/hosts is odd", "/", "// x", "a /help"].map(isSlash)).toEqual([false, false, false, false]);
  expect(["/help", " /help me ", "/new\nline"].map(isSlash)).toEqual([true, true, true]);
});

test("[SF-L20] a title that is too long or taken is refused, naming the holder; what turns the writing around is taken out", async () => {
  const context = await world();
  const { sessions } = context.store;
  await sessions.create(newSession(scriptedInfo.sessionId));
  await sessions.create(newSession("20250101_000000_bbbbbbbb", { title: "taken" }));
  expect(await runSlash(`/title ${"x".repeat(101)}`, context)).toEqual({
    kind: "refused",
    text: "a title has at most 100 characters",
  });
  expect(await runSlash("/title taken", context)).toEqual({
    kind: "refused",
    text: '"taken" is taken by session 20250101_000000_bbbbbbbb',
  });
  expect(sessions.get(scriptedInfo.sessionId)?.title).toBe(null);
  expect(await runSlash("/title my \u202Eplan\u0007", context)).toEqual({
    kind: "said",
    text: 'the title is "my plan"',
  });
  expect(sessions.get(scriptedInfo.sessionId)?.title).toBe("my plan");
});

test("what would change a running turn's ground has to wait", async () => {
  const context = await world({ isBusy: true });
  expect(await runSlash("/model good", context)).toEqual({
    kind: "refused",
    text: "/model has to wait until the turn is over",
  });
  expect(await runSlash("/plan", context)).toEqual({ kind: "said", text: "edits: plan" });
});

test("a fresh session is begun after a yes, or at once where the person said so", async () => {
  expect(await runSlash("/new", await world())).toEqual({ kind: "refused", text: "nothing was changed" });
  const sure = { kind: "open", session: { kind: "new", title: "my title" } };
  expect(await runSlash("/new my title", await world({ choose: async () => "yes" }))).toEqual(sure);
  expect(await runSlash("/new my title --yes", await world())).toEqual(sure);
  expect(await runSlash("/new my title", await world({ confirms: false }))).toEqual(sure);
});

test("resuming needs a session that is there and another one", async () => {
  const context = await world();
  await context.store.sessions.create(newSession(scriptedInfo.sessionId));
  await context.store.sessions.create(newSession("20250101_000000_bbbbbbbb", { title: "other" }));
  expect(await runSlash("/resume other", context)).toEqual({
    kind: "open",
    session: { kind: "resume", reference: "20250101_000000_bbbbbbbb" },
  });
  expect(await runSlash("/resume nothing", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash(`/resume ${scriptedInfo.sessionId}`, context)).toMatchObject({ kind: "refused" });
});

test("approvals go off for good only after a yes", async () => {
  const context = await world();
  expect(await runSlash("/approvals off", context)).toMatchObject({ kind: "refused" });
  expect(context.session.approvals.mode).toBe("manual");
  const sure = await world({ choose: async () => "yes" });
  expect(await runSlash("/approvals off", sure)).toMatchObject({ kind: "said" });
  expect(sure.session.approvals.mode).toBe("off");
});

test("memory commands run as their subcommands, and only those that are meant for here", async () => {
  expect(await runSlash("/memory approve all", await world())).toEqual({ kind: "said", text: "memory approve all" });
  expect(await runSlash("/memory off", await world())).toMatchObject({ kind: "refused" });
});

test("/compress says what came of it in the words of every surface, and undo takes the last one back", async () => {
  const context = await world();
  const asked: unknown[] = [];
  const session: SlashContext["session"] = {
    ...context.session,
    compress: async (options) => {
      asked.push(options);
      return { kind: "nothing" };
    },
    undoCompression: async () => ({ kind: "undone", sessionId: "s1" }),
  };
  expect(await runSlash("/compress deploy", { ...context, session })).toEqual({
    kind: "refused",
    text: "Nothing to compress yet: the conversation is short.",
  });
  expect(asked).toEqual([{ topic: "deploy", here: null, preview: false }]);
  expect(await runSlash("/compress undo", { ...context, session })).toEqual({
    kind: "said",
    text: "The last compression was undone; the conversation goes on in session s1",
  });
});

test.each([
  ["/compress", { topic: null, here: null, preview: false }],
  ["/compress here", { topic: null, here: 2, preview: false }],
  ["/compress here 5", { topic: null, here: 5, preview: false }],
  ["/compress here is the database", { topic: "here is the database", here: null, preview: false }],
  ["/compress --preview", { topic: null, here: null, preview: true }],
  ["/compress --preview here 3", { topic: null, here: 3, preview: true }],
  ["/compress deploy --preview", { topic: "deploy", here: null, preview: true }],
])("%s asks for what it says", async (line, wish) => {
  const context = await world();
  const asked: unknown[] = [];
  const compress: SlashContext["session"]["compress"] = async (options) => {
    asked.push(options);
    return { kind: "nothing" };
  };
  await runSlash(line, { ...context, session: { ...context.session, compress } });
  expect(asked).toEqual([wish]);
});

test.each(["/compress here 0", "/compress here -3", "/compress here 99999999999999999999"])(
  "%s is refused in one line",
  async (line) => {
    const context = await world();
    const asked: unknown[] = [];
    const compress: SlashContext["session"]["compress"] = async (options) => {
      asked.push(options);
      return { kind: "nothing" };
    };
    expect(await runSlash(line, { ...context, session: { ...context.session, compress } })).toEqual({
      kind: "refused",
      text: "here takes a positive number of exchanges: /compress here 3",
    });
    expect(asked).toEqual([]);
  },
);
test("what a screen shows is changed by an outcome, and refused where there is no screen", async () => {
  const context = await world({ display: usualDisplay });
  expect(await runSlash("/busy", context)).toEqual({ kind: "said", text: "while a turn runs, Enter means: interrupt" });
  expect(await runSlash("/busy Steer", context)).toMatchObject({ kind: "display", change: { busyMode: "steer" } });
  expect(await runSlash("/busy maybe", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash("/statusbar", context)).toMatchObject({ kind: "display", change: { showsStatusBar: false } });
  expect(await runSlash("/timestamps on", context)).toMatchObject({ kind: "display", change: { showsTimes: true } });
  expect(await runSlash("/timestamps maybe", context)).toMatchObject({ kind: "refused" });
  const blind = await world();
  for (const typed of ["/busy queue", "/statusbar", "/timestamps", "/reasoning hide"])
    expect(await runSlash(typed, blind)).toMatchObject({ kind: "refused" });
});

const view = (change: string) => ({ kind: "display", change: { reasoningView: change } });

test("/reasoning shows, hides, and sets how hard the model thinks, the last only between turns", async () => {
  const context = await world({ display: usualDisplay });
  expect(await runSlash("/reasoning hide", context)).toMatchObject(view("hidden"));
  expect(await runSlash("/reasoning full", { ...context, isBusy: true })).toMatchObject(view("full"));
  expect(await runSlash("/reasoning high", context)).toMatchObject({
    kind: "effort",
    reasoning: { enabled: true, effort: "high" },
  });
  expect(await runSlash("/reasoning none", context)).toMatchObject({ reasoning: { enabled: false, effort: null } });
  expect(await runSlash("/reasoning high", { ...context, isBusy: true })).toMatchObject({ kind: "refused" });
  expect(await runSlash("/reasoning sideways", context)).toMatchObject({ kind: "refused" });
});

test("/personality takes a name that is known, or none", async () => {
  const context = await world();
  const chosen: (string | null)[] = [];
  const slashWorld: SlashContext["world"] = {
    ...context.world,
    personalities: async () => ["pirate"],
    setPersonality: async (name) => {
      if (name !== null && name !== "pirate") return false;
      chosen.push(name);
      return true;
    },
  };
  const own = { ...context, world: slashWorld };
  expect(await runSlash("/personality", own)).toEqual({ kind: "said", text: "personalities: pirate, none" });
  expect(await runSlash("/personality pirate", own)).toMatchObject({ kind: "said" });
  expect(await runSlash("/personality none", own)).toMatchObject({ kind: "said" });
  expect(await runSlash("/personality poet", own)).toEqual({
    kind: "refused",
    text: 'there is no personality "poet"; there are pirate',
  });
  expect(chosen).toEqual(["pirate", null]);
});

test("/stop ends the turn, and background processes when idle or told to", async () => {
  const ended: string[] = [];
  const shell = {
    background: () => ["npm run dev"],
    endBackground: async () => {
      ended.push("npm run dev");
      return ["npm run dev"];
    },
  };
  const context = await world({ shell });
  expect(await runSlash("/stop", { ...context, isBusy: true })).toEqual({ kind: "stop" });
  expect(ended).toEqual([]);
  expect(await runSlash("/stop --bg", { ...context, isBusy: true })).toEqual({ kind: "stop" });
  expect(await runSlash("/stop", context)).toEqual({ kind: "said", text: "ended in the background: npm run dev" });
  expect(ended).toHaveLength(2);
  expect(await runSlash("/stop", await world())).toEqual({ kind: "refused", text: "nothing is running" });
});

test("/image needs a path and takes its quotes off; /paste means the clipboard", async () => {
  const context = await world();
  expect(await runSlash("/image", context)).toEqual({ kind: "refused", text: "usage: /image PATH" });
  expect(await runSlash("/image 'my shot.png'", context)).toEqual({ kind: "attach", path: "my shot.png" });
  expect(await runSlash("/paste", context)).toEqual({ kind: "attach", path: null });
});

test("/undo asks once, gives the words back, and says in one line why not; /retry asks the stored question again", async () => {
  const context = await world();
  const asked: number[] = [];
  const session: SlashContext["session"] = {
    ...context.session,
    undo: async (turns) => {
      asked.push(turns);
      return { kind: "undone", turns, messages: 4, text: "old words", images: 1 };
    },
    lastQuestion: () => ({ kind: "cut", question: { id: 7, message: { role: "user", content: "why?" } }, answer: 8 }),
  };
  const own = { ...context, session };
  expect(await runSlash("/undo", own)).toEqual({ kind: "refused", text: "nothing was changed" });
  expect(await runSlash("/undo 2 --yes", own)).toEqual({
    kind: "undone",
    text: "2 turns undone (4 messages, kept in the store); its image has to be attached again",
    input: "old words",
  });
  for (const bad of ["0", "-1", "two", "1.5", "99999"])
    expect(await runSlash(`/undo ${bad} --yes`, own)).toMatchObject({ kind: "refused" });
  let never = false;
  const always = { ...own, choose: async () => "always", neverConfirm: async () => void (never = true) };
  expect(await runSlash("/undo", always)).toMatchObject({ kind: "undone" });
  expect([asked, never]).toEqual([[2, 1], true]);
  expect(await runSlash("/retry", own)).toEqual({ kind: "ask", input: { content: "why?", again: 7 }, shown: "why?" });
  expect(await runSlash("/retry", context)).toMatchObject({ kind: "refused" });
});

test("/branch, /history, /copy and /save work on what is stored, and refuse where nothing is", async () => {
  const context = await world();
  const { sessions } = context.store;
  for (const command of ["/branch", "/history", "/copy", "/save"])
    expect(await runSlash(command, context)).toMatchObject({ kind: "refused" });
  const { sessionId } = scriptedInfo;
  await sessions.create(newSession(sessionId));
  await sessions.create(newSession("20250101_000000_bbbbbbbb", { title: "taken" }));
  const journal = context.store.openJournal(null);
  for (const question of ["one", "two"]) {
    await journal.append(sessionId, { role: "user", content: question }, "t");
    await journal.append(sessionId, { role: "assistant", content: `answer ${question}\u001B[2J` }, "t");
  }
  expect(await runSlash("/branch aside", context)).toEqual({
    kind: "open",
    session: { kind: "branch", of: sessionId, title: "aside" },
  });
  expect(await runSlash("/fork taken", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash("/history 1", context)).toEqual({ kind: "said", text: "\n› two\nanswer two" });
  expect(await runSlash("/copy 2", context)).toMatchObject({ kind: "copy", content: "answer one" });
  expect(await runSlash("/copy 3", context)).toEqual({ kind: "refused", text: "there are only 2 answers" });
  expect(await runSlash("/save talk.pdf", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash("/save talk.html", context)).toEqual({ kind: "said", text: "written to /code/here/talk.html" });
});

test("/rollback offers to take the turn back too, and /diff says what changed", async () => {
  const context = await world();
  const asked: (readonly string[])[] = [];
  const answers: Readonly<Record<string, string>> = {
    restore: "1 file is as it was.\nThe state before this is checkpoint 1.",
    list: `[{"number":1,"session_id":"other"},{"number":2,"session_id":"${scriptedInfo.sessionId}"}]`,
    diff: "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-new\n+old\n1 file would go back.",
  };
  const own: SlashContext = {
    ...context,
    choose: async () => "yes",
    session: {
      ...context.session,
      undo: async (turns) => ({ kind: "undone", turns, messages: 2, text: "again", images: 0 }),
      lastQuestion: () => ({ kind: "cut", question: { id: 7, message: { role: "user", content: "why?" } }, answer: 8 }),
    },
    world: {
      ...context.world,
      command: async (words) => {
        asked.push(words);
        return { code: 0, text: answers[words[1] ?? ""] ?? "" };
      },
      git: async (args) => ({ code: 0, text: args[0] === "status" ? "?? fresh.txt\n" : "" }),
    },
  };
  expect(await runSlash("/rollback 2 src/a.ts", own)).toMatchObject({ kind: "undone", input: "again" });
  expect(await runSlash("/diff session", own)).toEqual({
    kind: "said",
    text: "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new",
  });
  expect(await runSlash("/diff", own)).toEqual({ kind: "said", text: "?? fresh.txt" });
  expect(await runSlash("/rollback nonsense", own)).toMatchObject({ kind: "refused" });
  expect(asked).toEqual([
    ["checkpoints", "restore", "2", "src/a.ts"],
    ["checkpoints", "list", "--json"],
    ["checkpoints", "diff", "2"],
  ]);
});

const alias = (target: string) => ({ type: "alias", target }) as const;
const runLine: SlashContext["runLine"] = async (line) => ({
  end: { kind: "exited", code: 0 },
  output: `ran ${line}\n`,
});

test("quick commands run and stand for others; one that means itself by a shorter or larger name ends all the same", async () => {
  const settings = {
    foo: alias("fo"),
    aa: alias("BB"),
    BB: alias("AA"),
    pick: alias("/model good"),
    day: { type: "exec", command: "date" },
  } as const;
  const { commands: quick } = quickCommands(settings, slashCommands);
  const plain = await world({ commands: [...slashCommands, ...quick] });
  const context = { ...plain, runLine };
  expect(await runSlash("/pick", context)).toEqual({ kind: "said", text: "switched to good" });
  expect(await runSlash("/day", context)).toEqual({ kind: "said", text: "ran date" });
  expect(await runSlash("/day", plain)).toMatchObject({ kind: "refused" });
  for (const typed of ["/foo", "/aa", "/bb"]) expect(await runSlash(typed, context)).toMatchObject({ kind: "refused" });
});
