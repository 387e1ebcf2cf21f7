import { expect, test } from "vitest";
import { hangs, playedSession, waitsOn } from "../../../../tests/support/played-session.ts";
import {
  dmKey,
  inbound,
  silentShell,
  slashPlayed,
  talkSettings,
  talkStage,
} from "../../../../tests/support/talk-world.ts";
import type { TalkOpening } from "../talk-world.ts";

const shut = async (): Promise<TalkOpening> => ({ kind: "refused", message: "no model is set" });

test("where no session can be opened, the commands about chat and gateway work all the same", async () => {
  const restarts: string[] = [];
  const { say, voice, ledger } = await talkStage({
    world: { open: shut, restart: () => void restarts.push("now") },
  });
  for (const text of ["/status", "/whoami", "/stop", "/help who", "/sethome", "/new --yes", "/restart"])
    await say(text);
  expect(voice.lines).toEqual([
    "The conversation cannot be opened: no model is set",
    "irc: user ann, dm room, an admin",
    "nothing is running",
    expect.stringContaining("/whoami"),
    "notices of irc come here from now on",
    "This is a new conversation.",
    "I restart now and tell you when I am back.",
  ]);
  expect(restarts).toEqual(["now"]);
  expect(ledger.rows().map(({ settled }) => settled)).toEqual(Array(7).fill("done"));
});

test("/stop does not wait for a session that takes long to open", async () => {
  const opening = Promise.withResolvers<TalkOpening>();
  const { say, voice, clock } = await talkStage({ world: { open: () => opening.promise } });
  await say("hello");
  await say("/stop");
  const session = playedSession({ clock, sessionId: "late", play: hangs });
  opening.resolve({ kind: "opened", session, shell: silentShell, world: slashPlayed });
  await clock.advance(0);
  expect([session.asked, voice.lines]).toEqual([[], ["Stopped. Nothing of the unfinished answer is kept."]]);
});

test("what was queued stays in the inbox until it is answered", async () => {
  const { play, go } = waitsOn("one");
  const { say, ledger, clock, sessions } = await talkStage({ play, settings: talkSettings({ busyMode: "queue" }) });
  await say("one");
  await say("/queue two");
  await say("/status");
  expect(ledger.rows().map(({ settled }) => settled)).toEqual([null, null, "done"]);
  go();
  await clock.advance(0);
  expect(sessions[0]?.asked).toEqual(["one", "two"]);
  expect(ledger.rows().map(({ settled }) => settled)).toEqual(["done", "done", "done"]);
});

test("a command that was cut off before it was asked is not given again in its person's name", async () => {
  const { talks, ledger, clock, sessions, voice } = await talkStage();
  const row = await ledger.inbox.accept(inbound("/queue two"), dmKey);
  await ledger.inbox.claim(row === null ? [] : [row]);
  await talks.resume({ autoContinue: true });
  await clock.advance(0);
  expect([sessions, ledger.rows().map(({ settled }) => settled)]).toEqual([[], ["done"]]);
  expect(voice.lines).toEqual(["A restart came before I could answer your last message. Please send it again."]);
});

test("whoever is asked by a command and says something else is heard, and nothing is done", async () => {
  const { say, voice, sessions } = await talkStage();
  await say("hello");
  await say("/new");
  await say("/status");
  await say("tell me about cats");
  expect(sessions.map(({ asked }) => asked)).toEqual([["hello", "tell me about cats"]]);
  expect(voice.lines).toContain("nothing was changed");
  await say("/new");
  await say("ok");
  expect(voice.lines.at(-1)).toBe("This is a new conversation.");
});
