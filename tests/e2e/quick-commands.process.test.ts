import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { keys, startChat } from "../support/chat-terminal.ts";
import { machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const prompt = "edits: allow";
const settings = `terminal:
  backend: local
quick_commands:
  whereabouts: { type: exec, command: "pwd; echo mine=$MINE" }
  tidy: { type: exec, command: "rm -rf build && echo tidied" }
  slow: { type: exec, command: "echo under way; sleep 300" }
  made: { type: exec, command: "bash made.sh" }
`;

test("a quick command is completed by its name and runs in the folder and with the variables of the session", async () => {
  await using model = await serveScenario({ steps: [] });
  const machine = machineFor(model.url, settings);
  mkdirSync(join(machine.cwd, "below"));
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`!cd below && export MINE=yes${keys.enter}`);
  await chat.shows("below && export");
  chat.type("/whereab");
  await chat.shows("runs pwd; echo mine=$MINE");
  chat.type(`\t${keys.enter}`);
  await chat.shows(() => chat.window().some((line) => line.includes("mine=yes")));
  expect(chat.all().join("\n")).toContain(join(machine.cwd, "below"));
  expect(model.simulator.requests).toEqual([]);
});

test("it is judged in the session: a yes for the session holds, /plan refuses, and Ctrl+C stops it", async () => {
  await using model = await serveScenario({ steps: [] });
  const machine = machineFor(model.url, settings);
  const build = join(machine.cwd, "build");
  mkdirSync(build);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`/tidy${keys.enter}`);
  await chat.shows("d deny");
  chat.type("d");
  await chat.shows("not run (");
  expect(existsSync(build)).toBe(true);
  chat.type(`/tidy${keys.enter}`);
  await chat.shows("s session");
  chat.type("s");
  await chat.shows(() => chat.window().filter((line) => line.trim() === "tidied").length === 1);
  mkdirSync(build);
  chat.type(`/tidy${keys.enter}`);
  await chat.shows(() => chat.window().filter((line) => line.trim() === "tidied").length === 2);
  expect(existsSync(build)).toBe(false);
  mkdirSync(build);
  chat.type(`/plan${keys.enter}`);
  await chat.shows("edits: plan");
  chat.type(`/tidy${keys.enter}`);
  await chat.shows("not run (plan-mode)");
  expect(existsSync(build)).toBe(true);
  chat.type(`/plan${keys.enter}`);
  await chat.shows("edits: allow");
  chat.type(`/slow${keys.enter}`);
  await chat.shows("sleep 300");
  chat.type(keys.ctrlC);
  await chat.shows("interrupted");
});

test("a script the model has just written is asked about, and with /yolo it is not", async () => {
  const content = "echo by the model\n";
  await using model = await serveScenario({
    steps: [
      { reply: { tool_calls: [{ name: "write_file", arguments: { path: "made.sh", content } }] } },
      { reply: { text: "written" } },
    ],
  });
  const machine = machineFor(model.url, settings);
  writeFileSync(join(machine.cwd, "README.md"), "");
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`write it${keys.enter}`);
  await chat.shows("written");
  chat.type(`/made${keys.enter}`);
  await chat.shows("d deny");
  chat.type("d");
  await chat.shows("not run (");
  chat.type(`/yolo${keys.enter}`);
  await chat.shows("yolo");
  chat.type(`/made${keys.enter}`);
  await chat.shows(() => chat.window().some((line) => line.trim() === "by the model"));
});
