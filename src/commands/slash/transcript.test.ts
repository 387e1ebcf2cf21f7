import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { newSession } from "../../../tests/support/temporary-store.ts";
import { runSlash } from "./run-slash.ts";

test("/branch, /history, /copy and /save work on what is stored, and refuse where nothing is", async () => {
  const context = await slashWorld();
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
