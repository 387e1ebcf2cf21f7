import { expect, test } from "vitest";
import { noLog } from "../../../domain/log.ts";
import { BackgroundSessions } from "../../../session/background-sessions.ts";
import { FakeClock } from "../../../../tests/support/fake-clock.ts";
import { playedSession, type Play } from "../../../../tests/support/played-session.ts";
import { guest, silentShell, slashPlayed, talkStage, type TalkStage } from "../../../../tests/support/talk-world.ts";

const asksForColour: Play = async ({ ask, text }) =>
  `${text}: ${await ask({ id: "c1", kind: "clarify", text: "Which colour?", choices: ["red", "green"] })}`;

/** A chat whose session lets others work in the background. */
async function chat(): Promise<TalkStage> {
  const clock = new FakeClock();
  const of = (sessionId: string) => playedSession({ clock, sessionId, play: asksForColour });
  const background = new BackgroundSessions({
    clock,
    log: noLog,
    open: async () => ({ kind: "opened", session: of("beside") }),
  });
  return talkStage({
    clock,
    world: {
      open: async () => ({ kind: "opened", session: of("s"), shell: silentShell, world: slashPlayed, background }),
    },
  });
}

test("a session in the background asks and answers in the chat it was started from, by its name", async () => {
  const { say, voice } = await chat();
  await say("/background paint it");
  await say("green", { person: guest("bob"), key: "elsewhere" });
  expect(voice.questions).toMatchObject([{ text: "bg1 in the background: paint it\nWhich colour?" }, {}]);
  await say("2");
  expect(voice.changes).toEqual(["q1 Which colour?\n→ answered: green (ann)"]);
  expect(voice.lines.at(-1)).toMatch(/^bg1 is done after \d+ s \(session beside\)\npaint it: green$/);
});

test("what it asks is withdrawn with it, and the chat hears that it was stopped", async () => {
  const { say, voice } = await chat();
  await say("/background paint it");
  await say("/agents stop bg1");
  expect(voice.changes).toEqual(["q1 Which colour?\n→ withdrawn, no answer is needed any more"]);
  expect(voice.lines.slice(1)).toEqual(["bg1 is told to stop", "bg1 was stopped (session beside)"]);
});
