import fc from "fast-check";
import { expect, test } from "vitest";
import { FakeClock } from "../../../../tests/support/fake-clock.ts";
import type { AgentEvent } from "../../../domain/event.ts";
import { newScreen, type Screen } from "../screen.ts";
import { type Beat, eventBeat } from "./beat.ts";
import { pausesOf } from "./pauses.ts";
import { Playback } from "./playback.ts";

const hour = 3_600_000;
const screen: Screen = newScreen(
  {
    info: {
      sessionId: "s",
      model: "m",
      provider: "p",
      contextLength: 0,
      parentSessionId: null,
      cwd: "/w",
      tools: [],
      toolsets: [],
      cache: "",
      version: "0",
    },
    title: null,
    edits: "allow",
    yolo: false,
  },
  0,
);

const asked = (atMs: number, text: string): Beat => ({ atMs, action: { type: "asked", text } });
const words = (atMs: number, text: string): Beat => eventBeat(atMs, { type: "text.delta", text });
const ended = (atMs: number): readonly Beat[] => [
  eventBeat(atMs, { type: "segment.ended" }),
  { atMs, action: { type: "over" } },
];
const beats: readonly Beat[] = [
  asked(0, "one"),
  words(1_000, "first"),
  ...ended(1_000),
  asked(hour, "two"),
  words(hour + 60_000, "second"),
  ...ended(hour + 60_000),
];

function started(speed = 1) {
  const clock = new FakeClock(0);
  const playback = new Playback({ beats, screen, speed, clock, changed: () => undefined });
  const over = playback.play();
  const texts = (): readonly string[] =>
    playback.screen.finished.flatMap((block) =>
      block.kind === "question" || block.kind === "text" ? [block.text] : [],
    );
  return { clock, playback, over, texts };
}

test("short pauses last as long as they did, an hour lasts a moment, and faster is faster", async () => {
  expect(pausesOf(beats, 1)).toEqual([700, 1_000, 0, 0, 1_500, 1_500, 0, 0]);
  expect(pausesOf(beats, 10)).toEqual([70, 100, 0, 0, 150, 150, 0, 0]);
  const { clock, over, texts } = started(2);
  await clock.advance(850);
  expect(texts()).toEqual(["one", "first"]);
  await clock.runUntil(over);
  expect([clock.now(), texts()]).toEqual([2_350, ["one", "first", "two", "second"]]);
});

test("between two beats the time of then passes, so that what ran for a minute is seen to", async () => {
  const { clock, playback } = started();
  await clock.advance(700 + 1_000 + 1_500 + 750);
  expect(playback.screen.turn?.startedMs).toBe(hour);
  expect(playback.nowMs).toBe(hour + 30_000);
});

test("a pause holds everything, and the rest of the wait follows it", async () => {
  const { clock, playback, texts } = started();
  await clock.advance(1_200);
  playback.press("pause");
  await clock.advance(10 * hour);
  expect([playback.isPaused, texts(), playback.nowMs]).toEqual([true, ["one"], 500]);
  playback.press("pause");
  await clock.advance(499);
  expect(texts()).toEqual(["one"]);
  await clock.advance(1);
  expect(texts()).toEqual(["one", "first"]);
});

test("the next turn comes at once, paused or not; behind the last one is the end", async () => {
  const { clock, playback, over, texts } = started();
  playback.press("pause");
  playback.press("next");
  await clock.advance(0);
  expect([texts(), playback.place]).toEqual([["one"], { turn: 1, turns: 2 }]);
  playback.press("next");
  await clock.advance(0);
  expect([texts(), playback.place]).toEqual([["one", "first", "two"], { turn: 2, turns: 2 }]);
  playback.press("next");
  await over;
  expect(texts()).toEqual(["one", "first", "two", "second"]);
});

test("two presses in one go are two turns", async () => {
  const { clock, playback, texts } = started();
  playback.press("next");
  playback.press("next");
  await clock.advance(0);
  expect(texts()).toEqual(["one", "first", "two"]);
});

test("who has seen enough is let go", async () => {
  const { playback, over, texts } = started();
  playback.press("quit");
  await over;
  expect(texts()).toEqual([]);
});

const events = fc.constantFrom<AgentEvent>(
  { type: "text.delta", text: "x" },
  { type: "phase.changed", phase: "thinking" },
  { type: "segment.ended" },
);

test("no pause is negative or endless, whatever the stored times say", () => {
  const some = fc.array(fc.tuple(fc.double({ noNaN: true, min: -1e13, max: 1e13 }), events));
  fc.assert(
    fc.property(some, fc.double({ min: 0.001, max: 1_000, noNaN: true }), (moments, speed) => {
      const pauses = pausesOf(
        moments.map(([atMs, event]) => eventBeat(atMs, event)),
        speed,
      );
      expect(pauses.every((ms) => ms >= 0 && ms * speed <= 1_501)).toBe(true);
    }),
  );
});
