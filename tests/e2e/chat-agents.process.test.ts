import { expect, test, vi } from "vitest";
import { keys, startChat } from "../support/chat-terminal.ts";
import { table } from "../support/family-world.ts";
import { machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const prompt = "edits: allow";
const runs = (command: string) => ({ reply: { tool_calls: [{ name: "terminal", arguments: { command } }] } });

test("a child is seen at work, stopped by its number, and the turn goes on", async () => {
  await using model = await serveScenario({
    steps: [
      { reply: { tool_calls: [{ name: "delegate_task", arguments: { goal: "Dig a hole" } }] } },
      runs("sleep 300"),
      { reply: { text: "So be it." } },
    ],
  });
  using chat = startChat(machineFor(model.url), { rows: 40 });
  await chat.shows(prompt);
  chat.type(`go${keys.enter}`);
  await chat.shows("↳ 1 Dig a hole terminal");
  chat.type(`/agents${keys.enter}`);
  await chat.shows("Children:");
  expect(chat.all().join("\n")).toMatch(
    /1 {2}sub_[0-9a-f]{8} {2}Dig a hole\n +terminal .*sleep 300.* · \d+ s · \d+ tokens/,
  );
  chat.type(`/agents stop 1${keys.enter}`);
  await chat.shows("is told to stop");
  await chat.shows("So be it.");
  await chat.shows("↳ Dig a hole interrupted");
});

test("a session in the background asks in the chat, brings its answer there, and is not left behind", async () => {
  await using model = await serveScenario({
    steps: [
      { reply: { text: "Hello." } },
      runs("rm -rf build"),
      { reply: { text: "The build is gone." } },
      runs("sleep 300"),
    ],
  });
  const machine = machineFor(model.url);
  using chat = startChat(machine, { rows: 40 });
  await chat.shows(prompt);
  chat.type(`hi${keys.enter}`);
  await chat.shows("Hello.");
  chat.type(`/background tidy up${keys.enter}`);
  await chat.shows("bg1 works on it in session");
  await chat.shows("bg1 in the background: tidy up");
  await chat.shows("o once");
  chat.type("o");
  await chat.shows("bg1 is done after");
  await chat.shows("The build is gone.");
  chat.type(`/background wait${keys.enter}`);
  await chat.shows("bg2 works on it in session");
  chat.type(`/agents${keys.enter}`);
  await chat.shows("In the background:");
  chat.type(`/exit${keys.enter}`);
  await chat.shows("A session still works in the background: wait");
  chat.type(keys.enter);
  expect(await chat.ended).toBe(0);
  const sessions = table(
    machine.home,
    `SELECT s.relation, s.source, p.relation AS parents, s.parent_session_id IS NULL AS is_first
     FROM sessions s LEFT JOIN sessions p ON p.id = s.parent_session_id ORDER BY s.rowid`,
  );
  const beside = { relation: "background", source: "cli", parents: null, is_first: 0 };
  expect(sessions).toEqual([{ relation: null, source: "cli", parents: null, is_first: 1 }, beside, beside]);
});

test("a session in the background works with the model the chat has now", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "Done beside." } }] });
  using chat = startChat(machineFor(model.url), { rows: 40 });
  await chat.shows(prompt);
  chat.type(`/model gpt-4o-mini${keys.enter}`);
  await chat.shows("from now on gpt-4o-mini");
  chat.type(`/background tidy up${keys.enter}`);
  await chat.shows("Done beside.");
  expect(model.simulator.requests.map(({ body }) => body)).toEqual([expect.objectContaining({ model: "gpt-4o-mini" })]);
});

test("without a screen a session in the background asks between two lines", async () => {
  await using model = await serveScenario({
    steps: [runs("rm -rf build"), { reply: { text: "The build is gone." } }],
  });
  const machine = machineFor(model.url);
  using chat = startChat(machine, { rows: 40, args: ["chat", "--plain"] });
  await chat.shows("/help lists the commands");
  chat.type(`/background tidy up${keys.enter}`);
  await chat.shows("bg1 in the background: tidy up");
  await chat.shows("1. once");
  chat.type(`1${keys.enter}`);
  await chat.shows("The build is gone.");
  chat.type(keys.ctrlD);
  expect(await chat.ended).toBe(0);
});
