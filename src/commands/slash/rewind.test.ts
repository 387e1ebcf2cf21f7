import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashContext } from "./slash-command.ts";

test("/undo asks once, gives the words back, and says in one line why not; /retry asks the stored question again", async () => {
  const context = await slashWorld();
  const asked: number[] = [];
  const session: SlashContext["session"] = {
    ...context.session,
    undo: async (turns) => {
      asked.push(turns);
      return { kind: "undone", turns, messages: 4, text: "old words", images: 1 };
    },
    lastQuestion: () => ({ kind: "cut", question: { id: 7, message: { role: "user", content: "why?" } }, answer: 8 }),
  };
  const own = { ...context, session };
  expect(await runSlash("/undo", own)).toEqual({ kind: "refused", text: "nothing was changed" });
  expect(await runSlash("/undo 2 --yes", own)).toEqual({
    kind: "undone",
    text: "2 turns undone (4 messages, kept in the store); its image has to be attached again",
    input: "old words",
  });
  for (const bad of ["0", "-1", "two", "1.5", "99999"])
    expect(await runSlash(`/undo ${bad} --yes`, own)).toMatchObject({ kind: "refused" });
  let never = false;
  const always = { ...own, choose: async () => "always", neverConfirm: async () => void (never = true) };
  expect(await runSlash("/undo", always)).toMatchObject({ kind: "undone" });
  expect([asked, never]).toEqual([[2, 1], true]);
  expect(await runSlash("/retry", own)).toEqual({ kind: "ask", input: { content: "why?", again: 7 }, shown: "why?" });
  expect(await runSlash("/retry", context)).toMatchObject({ kind: "refused" });
});

test("/undo of more turns than there are says how many there are, and asks nothing", async () => {
  const context = await slashWorld();
  const asked: string[] = [];
  const session: SlashContext["session"] = {
    ...context.session,
    undo: async (turns) => ({ kind: "undone", turns, messages: 2, text: "", images: 0 }),
    lastQuestion: (turns = 1) =>
      turns > 3
        ? { kind: "fewer", possible: 3, isCompressed: false }
        : { kind: "cut", question: { id: 7, message: { role: "user", content: "why?" } }, answer: 8 },
  };
  const choose = async (text: string) => {
    asked.push(text);
    return null;
  };
  const own = { ...context, session, choose };
  expect(await runSlash("/undo 99", own)).toEqual({
    kind: "refused",
    text: "only 3 turns can be undone; nothing was changed",
  });
  await runSlash("/undo 3", own);
  expect(asked).toEqual(["Take back the last 3 turns?"]);
});
