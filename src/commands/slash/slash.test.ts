import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { newSession, temporaryStore } from "../../../tests/support/temporary-store.ts";
import { ApprovalState } from "../../tools/approval/approval-state.ts";
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
    },
    commands: slashCommands,
    isBusy: false,
    nowMs: 0,
    confirms: true,
    choose: async () => null,
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
  expect(findCommand("/re", slashCommands)).toEqual({ kind: "ambiguous", typed: "re", names: ["reset", "resume"] });
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
  expect(asked).toEqual([{ topic: "deploy" }]);
  expect(await runSlash("/compress undo", { ...context, session })).toEqual({
    kind: "said",
    text: "The last compression was undone; the conversation goes on in session s1",
  });
});

const alias = (target: string) => ({ type: "alias", target }) as const;
const shell = async (line: string) => ({ ok: true, text: `ran ${line}` });

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
  const context = { ...plain, world: { ...plain.world, shell } };
  expect(await runSlash("/pick", context)).toEqual({ kind: "said", text: "switched to good" });
  expect(await runSlash("/day", context)).toEqual({ kind: "said", text: "ran date" });
  expect(await runSlash("/day", plain)).toMatchObject({ kind: "refused" });
  for (const typed of ["/foo", "/aa", "/bb"]) expect(await runSlash(typed, context)).toMatchObject({ kind: "refused" });
});
