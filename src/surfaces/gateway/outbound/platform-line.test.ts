import { expect, test } from "vitest";
import { answers, fakePlatform, hangs, lies, throws } from "../../../../tests/support/fake-platform.ts";
import { FakeClock } from "../../../../tests/support/fake-clock.ts";
import { noLog } from "../../../domain/log.ts";
import type { Platform, SendResult } from "../../../domain/platform.ts";
import { platformLine, type LineWorld } from "./platform-line.ts";

const chat = { chatId: "c1", threadId: null };
const words = { marked: "hi", plain: "hi" };
const down = answers({ ok: false, kind: "retryable", error: "down" });

function lineTo(platform: Platform, more: Partial<LineWorld> = {}) {
  const clock = new FakeClock();
  const world = { clock, log: noLog, signal: new AbortController().signal, ...more };
  return { clock, line: platformLine(platform, world) };
}

test.each<[string, unknown, SendResult]>([
  ["nothing", undefined, { ok: false, kind: "rejected", error: "the platform returned something that is no result" }],
  ["a number as id", { ok: true, messageId: 7 }, { ok: true, messageId: "7" }],
  ["no id", { ok: true }, { ok: true, messageId: null }],
  ["an unknown kind", { ok: false, kind: "odd", error: 1 }, { ok: false, kind: "rejected", error: "" }],
])("a platform that returns %s is understood", async (_, told, result) => {
  const platform = fakePlatform();
  platform.script("send", lies(told));
  expect(await lineTo(platform).line.send(chat, words)).toEqual(result);
});

test("what throws or hangs is tried three times in all, with growing pauses", async () => {
  const platform = fakePlatform();
  platform.script("send", throws("ECONNRESET"), hangs);
  const { line, clock } = lineTo(platform);
  expect(await clock.runUntil(line.send(chat, words))).toEqual({ ok: true, messageId: "m1" });
  expect(clock.sleeps).toEqual([1_000, 2_000]);
  platform.script("send", hangs, hangs, hangs);
  expect(await clock.runUntil(line.send(chat, words))).toEqual({
    ok: false,
    kind: "retryable",
    error: "the platform did not answer within 30 s",
  });
});

test("a platform that throws at once, before any promise, is no harm", async () => {
  const platform: Platform = {
    ...fakePlatform(),
    send: () => {
      throw new Error("not connected");
    },
  };
  const { line, clock } = lineTo(platform);
  expect(await clock.runUntil(line.send(chat, words))).toEqual({
    ok: false,
    kind: "retryable",
    error: "not connected",
  });
});

test("who is told to wait waits just so long, unless it is too long to wait for", async () => {
  const platform = fakePlatform();
  platform.script("send", answers({ ok: false, kind: "retryable", error: "flood", retryAfterMs: 7_000 }));
  const { line, clock } = lineTo(platform);
  await clock.runUntil(line.send(chat, words));
  expect(clock.sleeps).toEqual([7_000]);
  platform.script("send", answers({ ok: false, kind: "retryable", error: "flood", retryAfterMs: 3_600_000 }));
  expect(await line.send(chat, words)).toMatchObject({ ok: false, retryAfterMs: 3_600_000 });
});

test("a chat that is gone is not spoken to again, others are", async () => {
  const platform = fakePlatform();
  platform.script("send", answers({ ok: false, kind: "gone", error: "blocked" }));
  const { line } = lineTo(platform);
  await line.send(chat, words);
  expect(await line.send(chat, words)).toMatchObject({ ok: false, kind: "gone" });
  expect(await line.send({ ...chat, chatId: "c2" }, words)).toMatchObject({ ok: true });
  expect(platform.acts).toHaveLength(2);
});

test("messages of one chat keep their order while one of them is tried again, other chats do not wait", async () => {
  const platform = fakePlatform();
  platform.script("send", down);
  const { line, clock } = lineTo(platform);
  const all = ["one", "two", "three"].map((text) => line.send(chat, { marked: text, plain: text }));
  await line.send({ ...chat, chatId: "c2" }, words);
  await clock.runUntil(Promise.all(all));
  expect([platform.shown(), platform.shown("c2")]).toEqual([["one", "two", "three"], ["hi"]]);
});

test("a platform that is down is left alone for longer and longer; it is told once, and a person may end it", async () => {
  const platform = fakePlatform();
  const told: unknown[] = [];
  const { line, clock } = lineTo(platform, { onPaused: (name, pauseMs) => void told.push([name, pauseMs]) });
  platform.script("send", ...Array.from({ length: 7 }, () => down));
  await clock.runUntil(line.send(chat, words));
  await clock.runUntil(line.send(chat, words));
  expect([line.pausedForMs(), platform.acts.length]).toEqual([30_000, 6]);
  expect(await clock.runUntil(line.send(chat, words, { tries: 1 }))).toMatchObject({
    kind: "retryable",
    retryAfterMs: 30_000,
  });
  expect(platform.acts).toHaveLength(6);
  await clock.advance(30_000);
  await line.send(chat, words, { tries: 1 });
  expect([line.pausedForMs(), told]).toEqual([60_000, [["fake", 30_000]]]);
  line.resume();
  expect(await line.send(chat, words)).toEqual({ ok: true, messageId: "m1" });
});
