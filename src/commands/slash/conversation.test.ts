import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { newSession } from "../../../tests/support/temporary-store.ts";
import { runSlash } from "./run-slash.ts";

test("a fresh session is begun after a yes, or at once where the person said so", async () => {
  expect(await runSlash("/new", await slashWorld())).toEqual({ kind: "refused", text: "nothing was changed" });
  const sure = { kind: "open", session: { kind: "new", title: "my title" } };
  expect(await runSlash("/new my title", await slashWorld({ choose: async () => "yes" }))).toEqual(sure);
  expect(await runSlash("/new my title --yes", await slashWorld())).toEqual(sure);
  expect(await runSlash("/new my title", await slashWorld({ confirms: false }))).toEqual(sure);
});

test("resuming needs a session that is there and another one", async () => {
  const context = await slashWorld();
  await context.store.sessions.create(newSession(scriptedInfo.sessionId));
  await context.store.sessions.create(newSession("20250101_000000_bbbbbbbb", { title: "other" }));
  expect(await runSlash("/resume other", context)).toEqual({
    kind: "open",
    session: { kind: "resume", reference: "20250101_000000_bbbbbbbb" },
  });
  expect(await runSlash("/resume nothing", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash(`/resume ${scriptedInfo.sessionId}`, context)).toMatchObject({ kind: "refused" });
});

test("/stop ends the turn, and background processes when idle or told to", async () => {
  const ended: string[] = [];
  const shell = {
    background: () => ["npm run dev"],
    endBackground: async () => {
      ended.push("npm run dev");
      return ["npm run dev"];
    },
  };
  const context = await slashWorld({ shell });
  expect(await runSlash("/stop", { ...context, isBusy: true })).toEqual({ kind: "stop" });
  expect(ended).toEqual([]);
  expect(await runSlash("/stop --bg", { ...context, isBusy: true })).toEqual({ kind: "stop" });
  expect(await runSlash("/stop", context)).toEqual({ kind: "said", text: "ended in the background: npm run dev" });
  expect(ended).toHaveLength(2);
  expect(await runSlash("/stop", await slashWorld())).toEqual({ kind: "refused", text: "nothing is running" });
});

test("/exit leaves at once; --delete asks first, and takes the conversation along", async () => {
  expect(await runSlash("/quit", await slashWorld())).toEqual({ kind: "leave" });
  expect(await runSlash("/exit --delete", await slashWorld())).toEqual({
    kind: "refused",
    text: "nothing was changed",
  });
  expect(await runSlash("/exit --delete", await slashWorld({ choose: async () => "yes" }))).toEqual({
    kind: "leave",
    deletes: true,
  });
  expect(await runSlash("/exit --delete --yes", await slashWorld())).toEqual({ kind: "leave", deletes: true });
  expect(await runSlash("/exit --all", await slashWorld())).toMatchObject({ kind: "refused" });
});
