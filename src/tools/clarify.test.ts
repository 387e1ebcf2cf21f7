import { expect, test } from "vitest";
import { textOf } from "../domain/message.ts";
import type { ToolContext } from "../domain/tool.ts";
import { contentOf } from "../domain/outcome.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { toolContext } from "../../tests/support/tool-context.ts";
import { createClarifyTool } from "./clarify.ts";

type Ask = NonNullable<ToolContext["ask"]>;

async function clarify(args: Readonly<Record<string, unknown>>, ask: Ask | null, clock = new FakeClock()) {
  const prepared = createClarifyTool({ clock, timeoutMs: 60_000 }).prepare(args);
  if (prepared.kind === "invalid") throw new Error(prepared.problems.join());
  const outcome = await clock.runUntil(prepared.call.run(toolContext({ cwd: "/", ask })));
  const result: unknown = JSON.parse(textOf(contentOf(outcome)));
  return [outcome.kind, result];
}

const noUser: unknown = expect.stringContaining("No user");
const noAnswer: unknown = expect.stringContaining("did not answer");
const echo: Ask = async ({ text, choices }) => `${text} ${choices.join("|")}`;
const three = { question: "About the house", questions: ["Blue?", "Big?", "Old?"].map((question) => ({ question })) };

/** Answers so many questions and then nothing any more. */
function patience(answers: number): Ask {
  let asked = 0;
  return ({ text }, signal) => {
    if (asked++ < answers) return Promise.resolve(`yes, ${text}`);
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null)));
  };
}

test("its schema explains each thing once", () => {
  const { parameters } = createClarifyTool({ clock: new FakeClock(), timeoutMs: 1 });
  const explained = [...JSON.stringify(parameters).matchAll(/"description":"([^"]*)"/g)].map(([, text]) => text);
  expect(explained).toHaveLength(4);
  expect(new Set(explained).size).toBe(4);
});

test("the answer is the result", async () => {
  expect(await clarify({ question: " Which colour? ", choices: ["red", "blue"] }, echo)).toEqual([
    "ok",
    { question: "Which colour?", choices_offered: ["red", "blue"], user_response: "Which colour? red|blue" },
  ]);
});

test("[SF-T26] nobody to ask and an empty question are errors, four choices are kept, answers survive a timeout", async () => {
  expect(await clarify({ question: "Blue?" }, null)).toEqual(["error", { error: noUser }]);
  expect(await clarify({ question: " " }, echo)).toEqual(["error", { error: "question: must not be empty" }]);
  const [, six] = await clarify({ question: "n", choices: ["1", "2", "3", "4", "5", "6"] }, echo);
  expect(six).toMatchObject({ choices_offered: ["1", "2", "3", "4"], user_response: "n 1|2|3|4" });
  expect(await clarify(three, patience(1))).toEqual([
    "ok",
    { responses: [{ question: "Blue?", choices_offered: [], user_response: "yes, Blue?" }], timed_out: true },
  ]);
});

test("one question that nobody answers in time is an error that says so", async () => {
  expect(await clarify({ question: "Blue?" }, patience(0))).toEqual(["error", { error: noAnswer, timed_out: true }]);
});

test("several questions are asked one after another", async () => {
  const [kind, result] = await clarify(three, patience(3));
  expect([kind, result]).toMatchObject([
    "ok",
    { responses: [{ question: "Blue?" }, { question: "Big?" }, { question: "Old?" }] },
  ]);
});

test("a person who will not answer is an error without a timeout", async () => {
  const [kind, result] = await clarify({ question: "Blue?" }, async () => null);
  expect([kind, result]).toEqual(["error", { error: noAnswer }]);
});
