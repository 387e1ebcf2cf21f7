import { expect, test } from "vitest";
import { answers, fakePlatform } from "../../../../tests/support/fake-platform.ts";
import { chat, turn, voiceOf, voicesWorld } from "../../../../tests/support/voices-world.ts";
import { createVoices } from "./create-voices.ts";

const down = answers({ ok: false, kind: "retryable", error: "down" });

test("an answer whose row has just been written is left to whoever wrote it", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform);
  const written = Promise.withResolvers<void>();
  const add: typeof world.outbox.add = async (delivery) => {
    const id = await world.outbox.add(delivery);
    await written.promise; // the row stands, and nobody here knows its id yet
    return id;
  };
  const own = { ...world, outbox: { ...world.outbox, add } };
  const voices = createVoices(own);
  const finished = voiceOf(own, voices).follow(turn).finish("only once");
  const redelivered = voices.redeliver(world.signal);
  await world.clock.advance(0);
  written.resolve();
  await world.clock.runUntil(Promise.all([finished, redelivered]));
  expect(platform.shown()).toEqual(["only once"]);
  expect(world.outbox.rows().map(({ state, attempts }) => [state, attempts])).toEqual([["delivered", 1]]);
});

test("an answer of which something could be seen is said again without a word about a restart", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform, { streaming: true });
  const show = voiceOf(world).follow(turn);
  show.hear({ type: "text.delta", text: "The beginning of a long answer" });
  await world.clock.advance(1_000);
  platform.script("edit", ...Array.from({ length: 3 }, () => down));
  platform.script("send", ...Array.from({ length: 3 }, () => down));
  const whole = "The beginning of a long answer and its end.";
  await world.clock.runUntil(show.finish(whole));
  await world.clock.advance(90_000);
  expect(platform.shown()).toEqual([
    "The beginning of a long answer ▉",
    `(the connection failed in between: part of this may stand above already)\n\n${whole}`,
  ]);
});

test("what is said in several messages is not interrupted by what is said meanwhile", async () => {
  const platform = fakePlatform({ maxLength: 60 });
  const world = voicesWorld(platform);
  const voices = createVoices(world);
  const [long, short] = ["a line of the list\n".repeat(8), "in between"];
  const said = [voiceOf(world, voices).say(long), voiceOf(world, voices).say(short)];
  await world.clock.runUntil(Promise.all([...said, voiceOf(world, voices).follow(turn).finish(long)]));
  const places = platform.shown().map((text) => /\((\d)\/\d\)$/.exec(text)?.[1] ?? text);
  expect(places.indexOf(short)).toBe(places.length / 2 - 0.5);
  expect(places.slice(0, places.indexOf(short))).toEqual(places.slice(places.indexOf(short) + 1));
});

test("a chat that was gone is spoken to again once somebody speaks there", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform);
  const voices = createVoices(world);
  platform.script("send", answers({ ok: false, kind: "gone", error: "blocked" }));
  await voiceOf(world, voices).say("one");
  await voiceOf(world, voices).say("two");
  voices.heardIn("fake", chat.chatId);
  await voiceOf(world, voices).say("three");
  expect(platform.shown()).toEqual(["three"]);
});

test("answers that wait for a connection are looked at now and then, however many they are, and then all go", async () => {
  const platform = fakePlatform();
  const state = { isConnected: false };
  const world = voicesWorld(platform, {}, { isConnected: () => state.isConnected });
  const voices = createVoices(world);
  for (const text of ["one", "two", "three"]) await voiceOf(world, voices).follow(turn).finish(text);
  await world.clock.advance(5 * 60_000);
  expect(world.clock.sleeps.length).toBeLessThan(100);
  state.isConnected = true;
  await world.clock.advance(10_000);
  expect(platform.shown()).toEqual(["one", "two", "three"]);
});
