import { expect, test } from "vitest";
import { answers, fakePlatform, hangs, throws } from "../../../../tests/support/fake-platform.ts";
import { chat, turn, voiceOf, voicesWorld } from "../../../../tests/support/voices-world.ts";
import { createVoices } from "./create-voices.ts";
import { guardedCall } from "./guarded-call.ts";

const busy = answers({ ok: false, kind: "retryable", error: "busy" });

test("[SF-G13] a text whose markup is rejected is said again, plain", async () => {
  const platform = fakePlatform({ markup: "telegram-markdown" });
  const world = voicesWorld(platform);
  platform.script("send", answers({ ok: false, kind: "markup", error: "can't parse entities" }));
  await world.clock.runUntil(voiceOf(world).follow(turn).finish("It is **done**."));
  expect(platform.acts).toEqual([
    { did: "send", chat, text: String.raw`It is *done*\.`, isMarkup: true, replyTo: null },
    { did: "send", chat, text: "It is done.", isMarkup: false, replyTo: null },
  ]);
  expect(world.outbox.rows().map(({ state, attempts }) => ({ state, attempts }))).toEqual([
    { state: "delivered", attempts: 1 },
  ]);
});

test("[SF-G9] an answer that a crash cut off is delivered by the next process, marked where it may have arrived", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform);
  const killedBefore = { ...world, outbox: { ...world.outbox, attempt: () => Promise.withResolvers<void>().promise } };
  void voiceOf(killedBefore).follow(turn).finish("before it was sent");
  platform.script("send", hangs);
  void voiceOf(world).follow(turn).finish("while it was sent");
  await world.clock.advance(0);
  expect(world.outbox.rows().map(({ state }) => state)).toEqual(["pending", "attempting"]);

  const nextProcess = createVoices(world);
  await world.clock.advance(1_000);
  await nextProcess.redeliver(world.signal);
  expect(platform.shown()).toEqual([
    "before it was sent",
    "(this may be a duplicate: the gateway was restarted while it was being sent)\n\nwhile it was sent",
  ]);
  expect(world.outbox.rows().map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  await createVoices(world).redeliver(world.signal);
  expect(platform.shown()).toHaveLength(2);
});

test("an answer is in the outbox before it is sent, and stays there until the platform takes it", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform);
  const seen: string[] = [];
  const look = async (): Promise<unknown> => {
    seen.push(...world.outbox.rows().map(({ state }) => state));
    return { ok: false, kind: "retryable", error: "down" };
  };
  platform.script("send", look, busy, busy);
  await world.clock.runUntil(voiceOf(world).follow(turn).finish("the answer"));
  expect([seen, world.outbox.rows().map(({ state }) => state)]).toEqual([["attempting"], ["pending"]]);
  await world.clock.advance(60_000);
  expect([platform.shown(), world.outbox.rows().map(({ state }) => state)]).toEqual([["the answer"], ["delivered"]]);
});

test("after three attempts, or a day, an answer is given up", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform);
  platform.script(
    "send",
    ...Array.from({ length: 9 }, () => answers({ ok: false, kind: "retryable", error: "x", retryAfterMs: 10 })),
  );
  await world.clock.runUntil(voiceOf(world).follow(turn).finish("never"));
  await world.clock.advance(10 * 60_000);
  await world.outbox.add({ sessionKey: "k", platform: "gone", chat, replyTo: null, text: "old" });
  await world.clock.advance(25 * 60 * 60_000);
  await world.clock.runUntil(createVoices(world).redeliver(world.signal));
  expect(world.outbox.rows().map(({ state, attempts }) => ({ state, attempts }))).toEqual([
    { state: "failed", attempts: 3 },
    { state: "abandoned", attempts: 0 },
  ]);
  expect(platform.shown()).toEqual([]);
  await world.clock.advance(8 * 24 * 60 * 60_000);
  await world.clock.runUntil(createVoices(world).redeliver(world.signal));
  expect(world.outbox.rows()).toEqual([]);
});

test("an answer that got stuck in the middle goes on there, and is a possible duplicate to the next process", async () => {
  const platform = fakePlatform({ maxLength: 400 });
  const world = voicesWorld(platform);
  const answer = `${"first words ".repeat(30)}\n${"second words ".repeat(20)}`;
  const goesWell = answers({ ok: true, messageId: "m0" });
  platform.script("send", goesWell, busy, busy, busy);
  await world.clock.runUntil(voiceOf(world).follow(turn).finish(answer));
  expect(world.outbox.rows().map(({ state }) => state)).toEqual(["attempting"]);
  await world.clock.advance(40_000);
  expect(platform.shown()).toEqual([`${"second words ".repeat(20).trimEnd()} (2/2)`]);
  expect(world.outbox.rows().map(({ state }) => state)).toEqual(["delivered"]);
});

test.each(["[SILENT]", " NO_REPLY\n", "", "  "])("%j is not sent", async (answer) => {
  const platform = fakePlatform();
  const world = voicesWorld(platform, { streaming: true });
  const show = voiceOf(world).follow(turn);
  for (const letter of answer) show.hear({ type: "text.delta", text: letter });
  await world.clock.runUntil(show.finish(answer));
  expect([platform.acts, world.outbox.rows()]).toEqual([[], []]);
});

test("words about silence are an answer", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform);
  await world.clock.runUntil(voiceOf(world).follow(turn).finish("I would answer NO_REPLY"));
  expect(platform.shown()).toEqual(["I would answer NO_REPLY"]);
});

test("thoughts are quoted above the answer where they are wanted, and are few lines", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform, { reasoning: true });
  const show = voiceOf(world).follow(turn);
  show.hear({ type: "reasoning.delta", text: Array.from({ length: 40 }, (_, line) => `thought ${line}`).join("\n") });
  await world.clock.runUntil(show.finish("So it is."));
  const [thoughts = "", answer] = platform.shown();
  expect(thoughts.split("\n")).toHaveLength(15);
  expect(thoughts.split("\n").slice(-2)).toEqual(["> thought 13", "> …"]);
  expect(answer).toBe("So it is.");
  const other = fakePlatform();
  const silent = voicesWorld(other);
  const plain = voiceOf(silent).follow(turn);
  plain.hear({ type: "reasoning.delta", text: "secret doubts" });
  await silent.clock.runUntil(plain.finish("So it is."));
  expect(other.shown()).toEqual(["So it is."]);
});

test("a question has buttons, or numbers where there are none or they fail", async () => {
  const question = {
    kind: "approval",
    text: "May it run `rm`?",
    buttons: [
      { label: "Yes", value: "y" },
      { label: "No", value: "n" },
    ],
  } as const;
  const numbered = "May it run `rm`?\n\n1. Yes\n2. No\n\nAnswer with a number from 1 to 2.";
  const able = fakePlatform();
  expect(await voiceOf(voicesWorld(able)).ask(question)).toBe("m1");
  expect(able.acts).toEqual([{ did: "ask", chat, question, isMarkup: true, replyTo: null }]);
  const unable = fakePlatform({ buttons: false });
  expect(await voiceOf(voicesWorld(unable)).ask(question)).toBe("m1");
  expect(unable.shown()).toEqual([numbered]);
  const failing = fakePlatform();
  failing.script("ask", answers({ ok: false, kind: "rejected", error: "no" }));
  await voiceOf(voicesWorld(failing)).ask(question);
  expect(failing.shown()).toEqual([numbered]);
});

test("a line of ours is changed where that is possible, and said anew where it is not", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform);
  const voice = voiceOf(world);
  await voice.change(await voice.say("one"), "two");
  platform.script("edit", throws("socket hang up"), throws("socket hang up"), throws("socket hang up"));
  await world.clock.runUntil(voice.change("m1", "three"));
  await voice.change(null, "four");
  expect(platform.shown()).toEqual(["two", "three", "four"]);
});

test("typing is shown again and again, not while a person is asked, and ends", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform);
  const typing = voiceOf(world).typing();
  await world.clock.advance(8_000);
  typing.pause(true);
  await world.clock.advance(8_000);
  typing.pause(false);
  typing[Symbol.dispose]();
  await world.clock.advance(20_000);
  expect(platform.acts.map((act) => (act.did === "typing" ? act.isOn : act.did))).toEqual([
    true,
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(world.clock.nextDue).toBeNull();
});

test("nothing is said on a platform that is not served", () => {
  expect(createVoices(voicesWorld(fakePlatform())).in("other", chat)).toBeNull();
});

const key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";
const botUrl = "https://api.telegram.org/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/sendMessage";

test("a line of ours, and what is kept of a failure, name no key", async () => {
  const platform = fakePlatform({ edit: true });
  const world = voicesWorld(platform);
  const voice = voiceOf(world);
  const id = await world.clock.runUntil(voice.say(`the provider says: wrong key ${key}`));
  await world.clock.runUntil(voice.change(id, `curl -H ${key}`));
  expect(JSON.stringify(platform.acts)).not.toContain(key);
  const failure = await guardedCall(() => ({ ok: false, kind: "rejected", error: `POST ${botUrl}` }), world);
  expect(failure).toEqual({
    ok: false,
    kind: "rejected",
    error: "POST https://api.telegram.org/bot123456…saw1/sendMessage",
  });
});

test("many answers that wait are each looked at once more, not all of them for each", async () => {
  const world = voicesWorld(fakePlatform());
  for (let index = 0; index < 50; index++)
    await world.outbox.add({ sessionKey: "key", platform: "fake", chat, text: `${index}`, replyTo: null });
  let read = 0;
  const open: typeof world.outbox.open = (only) => {
    const rows = world.outbox.open(only);
    read += rows.length;
    return rows;
  };
  await world.clock.runUntil(createVoices({ ...world, outbox: { ...world.outbox, open } }).redeliver(world.signal));
  expect([read, world.outbox.open()]).toEqual([100, []]);
});
