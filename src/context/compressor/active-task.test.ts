import { expect, test } from "vitest";
import type { Message } from "../../domain/message.ts";
import { activeTask } from "./active-task.ts";

const user = (content: string, timestamp?: number): Message => ({
  role: "user",
  content,
  ...(timestamp === undefined ? {} : { timestamp }),
});
const said = (content: string): Message => ({ role: "assistant", content });
const nowhere = (): boolean => false;

test.each(["stop", "Stop it, please", "never mind", "no, cancel that. Do the other thing", "算了", "undo"])(
  "%j takes the earlier request back",
  (words) => {
    expect(activeTask([user("port it"), said("ok"), user(words)], nowhere)).toMatch(/^The user has taken/);
  },
);

test.each(["stop the server on port 80", "Don't use tabs in the parser", "undo the last commit", "Cancel order 17"])(
  "%j is a request",
  (words) => {
    expect(activeTask([user("port it"), said("ok"), user(words)], nowhere)).toContain(`> ${words}`);
  },
);

test("a request that stays is named by its beginning, one that goes is quoted up to 1,400 characters, with its date", () => {
  const long = "w".repeat(3_000);
  const quote = (kept: boolean): string =>
    activeTask([user("port it"), said("ok"), user(long, 1_750_000_000)], () => kept);
  expect(quote(true).match(/w+/g)?.at(-1)).toHaveLength(200);
  expect(
    quote(false)
      .match(/w{20,}/g)
      ?.at(-1),
  ).toHaveLength(1_400);
  expect(quote(false)).toContain("(2025-06-15), in the user's words; the message below is authoritative:");
});

test("a word to go on names the request it goes on with", () => {
  const task = activeTask([user("port the parser"), said("half done"), user("continue")], nowhere);
  expect(task).toContain("It goes on with this earlier request:\n> port the parser");
});

test("a request that was answered is not open, and where nobody asked there is none", () => {
  expect(activeTask([user("port it"), said("done")], nowhere)).toMatch(/^No open request/);
  expect(activeTask([{ role: "user", content: "note", extra: { origin: "note" } }], nowhere)).toBe("None.");
});
