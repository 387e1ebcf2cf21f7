import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { keys, startChat } from "../support/chat-terminal.ts";
import { machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const prompt = "edits: allow";
const says = (text: string) => ({ reply: { text } });
const judged = (verdict: string, reason: string) => says(JSON.stringify({ verdict, reason }));

test("a goal is worked on from turn to turn until the judge says done, and the bar counts along", async () => {
  await using model = await serveScenario({
    steps: [
      says("first half"),
      judged("continue", "the second half"),
      { reply: { text: ["second ", "half"] }, fault: { kind: "drip", delay_ms: 700 } },
      judged("done", "both halves are there"),
    ],
  });
  const machine = machineFor(model.url);
  using chat = startChat(machine, { columns: 120 });
  await chat.shows(prompt);
  chat.type(`/goal write both halves${keys.enter}`);
  await chat.shows("◎ 2/20");
  await chat.shows("goal reached after 2 turns: both halves are there");
  await chat.shows(() => !chat.window().join("\n").includes("◎"));
  const { messages, turns } = stored(machine.home);
  expect(turns).toEqual(["text_response", "text_response"]);
  expect(messages.map((line) => line.split("\n")[0])).toEqual([
    "user: write both halves",
    "assistant: first half",
    "user: [The goal is not reached yet]",
    "assistant: second half",
  ]);
});

test("Ctrl+C ends the turn and the goal rests; without a screen all of it works line by line", async () => {
  await using model = await serveScenario({
    steps: [
      {
        reply: { text: Array.from({ length: 40 }, (_, word) => `word${word} `) },
        fault: { kind: "drip", delay_ms: 100 },
      },
      says("all of it"),
      judged("done", "all is there"),
    ],
  });
  const machine = machineFor(model.url);
  using chat = startChat(machine, { args: ["chat", "--plain"] });
  await chat.shows("> ");
  chat.type(`/goal count${keys.enter}`);
  await expect.poll(() => model.simulator.requests.length).toBe(1);
  chat.type(keys.ctrlC);
  await chat.shows("the goal rests: you stopped it. /goal resume goes on with it");
  chat.type(`/goal resume${keys.enter}`);
  await chat.shows("goal reached after 1 turn: all is there");
});

test("/exit --delete asks, and then the conversation is gone from the disk", async () => {
  await using model = await serveScenario({ steps: [says("a secret answer")] });
  const machine = machineFor(model.url);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`hello${keys.enter}`);
  await chat.shows("a secret answer");
  await expect.poll(() => stored(machine.home).turns).toHaveLength(1);
  chat.type(`/exit --delete${keys.enter}`);
  await chat.shows("Leave and delete this conversation for good?");
  chat.type(keys.enter);
  expect(await chat.ended).toBe(0);
  expect(chat.written()).toContain("The conversation is deleted.");
  expect(stored(machine.home)).toEqual({ messages: [], turns: [] });
});

test("/tools --now changes the settings and the list of the next request; /model --once lasts one turn", async () => {
  await using model = await serveScenario({
    models: ["gpt-4o", "gpt-4o-mini"],
    steps: [says("one"), says("two"), says("three")],
  });
  const machine = machineFor(model.url);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`first${keys.enter}`);
  await chat.shows("one");
  await expect.poll(() => stored(machine.home).turns).toHaveLength(1);
  chat.type(`/tools disable todo --now${keys.enter}`);
  await chat.shows("tools removed: todo; the prompt cache starts anew");
  expect(readFileSync(join(machine.home, "config.yaml"), "utf8")).toContain("-todo");
  chat.type(`/model gpt-4o-mini --once${keys.enter}`);
  await chat.shows("for the next turn gpt-4o-mini");
  chat.type(`second${keys.enter}`);
  await expect.poll(() => stored(machine.home).turns).toHaveLength(2);
  chat.type(`third${keys.enter}`);
  await chat.shows("three");
  const bodies = model.simulator.requests.map(({ body }) => JSON.stringify(body));
  expect(bodies.map((body) => body.includes('"name":"todo"'))).toEqual([true, false, false]);
  expect(bodies.map((body) => /"model":"([^"]*)"/.exec(body)?.[1])).toEqual(["gpt-4o", "gpt-4o-mini", "gpt-4o"]);
});
