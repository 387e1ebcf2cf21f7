import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { newSession } from "../../../tests/support/temporary-store.ts";
import { runSlash } from "./run-slash.ts";

test("[SF-L20] a title that is too long or taken is refused, naming the holder; what turns the writing around is taken out", async () => {
  const context = await slashWorld();
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
