import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashContext } from "./slash-command.ts";

test("/rollback offers to take the turn back too, and /diff says what changed", async () => {
  const context = await slashWorld();
  const asked: (readonly string[])[] = [];
  const answers: Readonly<Record<string, string>> = {
    restore: "1 file is as it was.\nThe state before this is checkpoint 1.",
    list: `[{"number":1,"session_id":"other"},{"number":2,"session_id":"${scriptedInfo.sessionId}"}]`,
    diff: "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-new\n+old\n1 file would go back.",
  };
  const own: SlashContext = {
    ...context,
    choose: async () => "yes",
    session: {
      ...context.session,
      undo: async (turns) => ({ kind: "undone", turns, messages: 2, text: "again", images: 0 }),
      lastQuestion: () => ({ kind: "cut", question: { id: 7, message: { role: "user", content: "why?" } }, answer: 8 }),
    },
    world: {
      ...context.world,
      command: async (words) => {
        asked.push(words);
        return { code: 0, text: answers[words[1] ?? ""] ?? "" };
      },
      git: async (args) => ({ code: 0, text: args[0] === "status" ? "?? fresh.txt\n" : "" }),
    },
  };
  expect(await runSlash("/rollback 2 src/a.ts", own)).toMatchObject({ kind: "undone", input: "again" });
  expect(await runSlash("/diff session", own)).toEqual({
    kind: "said",
    text: "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new",
  });
  expect(await runSlash("/diff", own)).toEqual({ kind: "said", text: "?? fresh.txt" });
  expect(await runSlash("/rollback nonsense", own)).toMatchObject({ kind: "refused" });
  expect(asked).toEqual([
    ["checkpoints", "restore", "2", "src/a.ts"],
    ["checkpoints", "list", "--json"],
    ["checkpoints", "diff", "2"],
  ]);
});
