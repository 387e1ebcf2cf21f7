import { expect, test } from "vitest";
import type { Question } from "../../domain/approval.ts";
import type { Terminal } from "../../domain/terminal.ts";
import { capturedTerminal } from "../../../tests/support/captured-terminal.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { hasPerson, personAt } from "./person.ts";

const question: Question = {
  id: "q",
  kind: "approval",
  text: "May this command run?\n  ls\u001b[2K",
  choices: ["once", "session", "always", "deny"],
  timeoutMs: 60_000,
};
const going = new AbortController().signal;
const typed = (line: string): Pick<Terminal, "ask"> => ({ ask: async () => line });

test.each([
  ["o", "once"],
  ["S", "session"],
  [" always ", "always"],
  ["d", "deny"],
  ["", "deny"],
  ["no, use trash", "no, use trash"],
])("typing %j answers %j", async (line, answer) =>
  expect(await personAt(typed(line), new FakeClock())(question, going)).toBe(answer),
);

test("the question is printed without anything a terminal would obey", async () => {
  const shown: string[] = [];
  const ask: Terminal["ask"] = async (text) => (shown.push(text), "o");
  await personAt({ ask }, new FakeClock())(question, going);
  expect(shown).toEqual([
    "May this command run?\n  ls\\u{1b}[2K\nonce, session, always, deny (the first letter is enough; other words say no and why)? ",
  ]);
});

const neverTyped: Terminal["ask"] = (_text, signal) =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve("")));

test("the line is taken back when the time is over, and that is no answer", async () => {
  const clock = new FakeClock();
  const answer = personAt({ ask: neverTyped }, clock)(question, going);
  await clock.advance(60_000);
  expect(await answer).toBeNull();
});

test("somebody is there only where stdin is a terminal that nothing else reads, and silence was not asked for", () => {
  const { terminal } = capturedTerminal();
  const seated = { ...terminal, ...typed("") };
  const plain = { inputFormat: "text", quiet: false } as const;
  expect(hasPerson(plain, seated)).toBe(true);
  expect(hasPerson(plain, terminal)).toBe(false);
  expect(hasPerson(plain, { ...seated, inIsTty: false })).toBe(false);
  expect(hasPerson({ ...plain, quiet: true }, seated)).toBe(false);
  expect(hasPerson({ ...plain, inputFormat: "stream-json" }, seated)).toBe(false);
});
