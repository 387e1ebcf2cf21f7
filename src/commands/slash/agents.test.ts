import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { temporaryStore } from "../../../tests/support/temporary-store.ts";
import type { ChildControl, WorkingChild } from "../../domain/child-control.ts";
import type { BackgroundWork } from "../../session/background-sessions.ts";
import { ApprovalState } from "../../tools/approval/approval-state.ts";
import { slashCommands } from "./registry.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashContext } from "./slash-command.ts";

const child = (id: string, number: number, more: Partial<WorkingChild> = {}): WorkingChild => ({
  id,
  number,
  depth: 1,
  goal: `goal ${number}`,
  sessionId: "s",
  activity: "thinking",
  startedMs: 1_000,
  tokens: 0,
  costUsd: null,
  ...more,
});
const work: BackgroundWork = {
  id: "bg1",
  prompt: "count\nthe files",
  sessionId: "20260101_000000_bbbbbbbb",
  activity: "terminal ls",
  startedMs: 0,
  tokens: 7,
};

const refused = (text: string) => ({ kind: "refused", text });

/** A busy conversation with these children; what was done to them is in `done`. */
async function busyWorld(living: readonly WorkingChild[], works: readonly BackgroundWork[] = []) {
  const done: string[] = [];
  const noting = (what: string) => (id: string, text?: string) => {
    done.push([what, id, ...(text === undefined ? [] : [text])].join(" "));
    return text !== "too late";
  };
  const children: ChildControl = { list: () => living, steer: noting("steer"), stop: noting("stop") };
  const background = {
    list: () => works,
    start: async (prompt: string) =>
      prompt === "good" ? work : { refused: prompt === "many" ? null : "no key for the model" },
    steer: noting("steer"),
    stop: noting("stop"),
    stopAll: async () => works,
  };
  const context: SlashContext = {
    session: {
      info: scriptedInfo,
      approvals: new ApprovalState({ mode: "manual", edits: "allow", yolo: false }),
      steer: () => true,
      children,
    },
    store: await temporaryStore(),
    world: {
      switchModel: async () => ({ ok: true, text: "" }),
      command: async () => ({ code: 0, text: "" }),
      git: async () => ({ code: 0, text: "" }),
      background,
    },
    commands: slashCommands,
    isBusy: true,
    nowMs: 13_400,
    confirms: true,
    choose: async () => null,
    neverConfirm: async () => undefined,
    signal: new AbortController().signal,
  };
  return { context, done, run: (text: string) => runSlash(text, context) };
}

test("/agents shows children with theirs below them, sessions in the background and what waits", async () => {
  const below = child("sub_cc", 2, { depth: 2, goal: "inner", activity: "read_file a\u001B[2Jb" });
  const { context } = await busyWorld([child("sub_aa", 1, { tokens: 900, costUsd: 0.0123 }), below], [work]);
  expect(await runSlash("/agents", { ...context, queue: ["and then this"] })).toEqual({
    kind: "said",
    text: [
      "Children:",
      "  1  sub_aa  goal 1",
      "     thinking · 12 s · 900 tokens · $0.0123",
      "    2  sub_cc  inner",
      "       read_file ab · 12 s · 0 tokens",
      "In the background:",
      "  bg1  20260101_000000_bbbbbbbb  count the files",
      "     terminal ls · 13 s · 7 tokens",
      "Waiting to be sent:",
      "  and then this",
    ].join("\n"),
  });
  const idle = await busyWorld([]);
  expect(await idle.run("/agents")).toEqual({ kind: "said", text: "nobody works for you at the moment" });
});

test("one of them is called by its number, its id or a beginning that fits only one", async () => {
  const { run, done } = await busyWorld([child("sub_2aa", 1), child("sub_2bb", 2), child("sub_1cc", 12)], [work]);
  expect(await run("/agents stop 2")).toEqual({ kind: "said", text: "sub_2bb is told to stop" });
  await run("/agents stop #1");
  await run("/agents stop SUB_2A");
  await run("/agents steer 1c  look at\nthe tests");
  await run("/agents stop bg1");
  await run("/agents steer bg1 hurry");
  expect(done).toEqual([
    "stop sub_2bb",
    "stop sub_2aa",
    "stop sub_2aa",
    "steer sub_1cc look at\nthe tests",
    "stop bg1",
    "steer bg1 hurry",
  ]);
});

test("what names nobody, several, or says nothing is refused and reaches nobody", async () => {
  const { run, done } = await busyWorld([child("sub_2aa", 1), child("sub_2bb", 2)]);
  expect(await run("/agents stop sub_")).toEqual(refused('"sub_" could be sub_2aa, sub_2bb'));
  expect(await run("/agents stop 3")).toEqual(refused('nobody at work is called "3"; /agents lists them'));
  expect(await run("/agents stop #")).toEqual(refused('nobody at work is called "#"; /agents lists them'));
  const usage = refused("usage: /agents [stop <id> | steer <id> <text>]");
  for (const text of ["/agents stop", "/agents steer 1", "/agents dance 1", "/agents stop 1 2"])
    expect(await run(text)).toEqual(usage);
  expect(done).toEqual([]);
  expect(await run("/agents steer 1 too late")).toEqual(refused("sub_2aa takes no words any more"));
});

test("/background says which session works on it, or why none does", async () => {
  const { run, context } = await busyWorld([]);
  expect(await run("/background good")).toEqual({
    kind: "said",
    text: "bg1 works on it in session 20260101_000000_bbbbbbbb; /agents shows how far it is",
  });
  expect(await run("/background bad")).toEqual(refused("it could not be started: no key for the model"));
  expect(await run("/background many")).toEqual(
    refused("too many sessions run in the background already; /agents lists them"),
  );
  expect(await run("/background")).toEqual(refused("/background needs a text"));
  const { background: _, ...elsewhere } = context.world;
  expect(await runSlash("/background good", { ...context, world: elsewhere })).toEqual(
    refused("sessions cannot run in the background here"),
  );
});

test("/stop --bg ends sessions in the background too", async () => {
  const { context } = await busyWorld([], [work]);
  expect(await runSlash("/stop --bg", { ...context, isBusy: false })).toEqual({
    kind: "said",
    text: "ended in the background: bg1 count the files",
  });
});
