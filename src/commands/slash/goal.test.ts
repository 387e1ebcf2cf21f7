import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { GoalKeeper } from "../../session/goal/goal-keeper.ts";
import { runSlash } from "./run-slash.ts";

async function withGoal() {
  const context = await slashWorld({ isBusy: true });
  const goal = new GoalKeeper(async () => ({ kind: "aborted" }));
  return { ...context, session: { ...context.session, goal } };
}

test("/goal sets a goal, whose text is the next question, and shows, pauses, resumes and clears it", async () => {
  const context = await withGoal();
  expect(await runSlash("/goal", context)).toEqual({
    kind: "refused",
    text: "there is no goal; /goal TEXT sets one",
  });
  expect(await runSlash("/goal make it green", context)).toEqual({ kind: "queue", text: "make it green" });
  expect(await runSlash("/goal status", context)).toEqual({
    kind: "said",
    text: "goal (active, 0 of 20 turns): make it green",
  });
  expect(await runSlash("/goal pause", context)).toMatchObject({ kind: "said" });
  expect(await runSlash("/goal pause", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash("/goal resume", context)).toEqual({ kind: "queue", text: "make it green" });
  expect(await runSlash("/goal resume", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash("/goal clear", context)).toEqual({ kind: "said", text: "the goal is gone" });
  expect(await runSlash("/goal clear", context)).toMatchObject({ kind: "refused" });
});

test("a goal of a whole book, or where none can be followed, is refused", async () => {
  expect(await runSlash(`/goal ${"x".repeat(4_001)}`, await withGoal())).toEqual({
    kind: "refused",
    text: "/goal takes at most 4000 characters; put more into a file",
  });
  expect(await runSlash("/goal win", await slashWorld())).toEqual({
    kind: "refused",
    text: "goals cannot be followed here",
  });
});
