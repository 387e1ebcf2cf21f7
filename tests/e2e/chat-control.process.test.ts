import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { keys, startChat } from "../support/chat-terminal.ts";
import { machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const prompt = "edits: allow";
const removes = { tool_calls: [{ name: "terminal", arguments: { command: "rm -rf build" } }] };
const Body = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });

/** Before the shell gets the terminal back, paste marks are off and the cursor is shown. */
function isRestored(written: string): boolean {
  const last = (mode: string): number => written.lastIndexOf(`\u001B[?${mode}`);
  return last("2004l") > last("2004h") && last("25h") > last("25l") && last("2026l") > last("2026h");
}

test("Ctrl+C clears the line, then warns, then leaves", async () => {
  await using model = await serveScenario({ steps: [] });
  const machine = machineFor(model.url);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type("half a thought");
  await chat.shows("half a thought");
  chat.type(keys.ctrlC);
  await chat.shows(() => !chat.window().join("\n").includes("half a thought"));
  chat.type(keys.ctrlC);
  await chat.shows("press Ctrl+C again to exit");
  chat.type(keys.ctrlC);
  expect(await chat.ended).toBe(0);
  expect(isRestored(chat.written())).toBe(true);
  expect(readFileSync(join(machine.home, "history"), "utf8")).toBe('"half a thought"\n');
});

test("Ctrl+C stops the answer, and the prompt is back", async () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index} `);
  await using model = await serveScenario({
    steps: [{ reply: { text: words }, fault: { kind: "drip", delay_ms: 100 } }, { reply: { text: "fresh answer" } }],
  });
  const machine = machineFor(model.url);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`go${keys.enter}`);
  await chat.shows("word3");
  chat.type(keys.ctrlC);
  await chat.shows("interrupted; nothing of the unfinished answer is kept");
  chat.type(`again${keys.enter}`);
  await chat.shows("fresh answer");
  await expect
    .poll(() => stored(machine.home).turns) // the answer is shown before its turn is closed
    .toEqual(["interrupted_during_api_call", "text_response"]);
});

test.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
])("%s during an answer saves the session, gives the terminal back and exits with %i", async (signal, code) => {
  await using model = await serveScenario({
    steps: [{ reply: { text: ["one ", "two ", "three "] }, fault: { kind: "drip", delay_ms: 5_000 } }],
  });
  const machine = machineFor(model.url);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`go${keys.enter}`);
  await chat.shows("Ctrl+C stops");
  chat.kill(signal);
  expect(await chat.ended).toBe(code);
  expect(isRestored(chat.written())).toBe(true);
  expect(stored(machine.home).turns).toHaveLength(1);
});

test("a flagged command waits in a panel; the reason of a no reaches the model", async () => {
  await using model = await serveScenario({ steps: [{ reply: removes }, { reply: { text: "then not" } }] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`clean up${keys.enter}`);
  await chat.shows("Permission needed");
  expect(chat.window().join("\n")).toContain("rm -rf build");
  await chat.shows("o once");
  chat.type("e");
  await chat.shows("Why not?");
  chat.type(`keep the build${keys.enter}`);
  await chat.shows("then not");
  const { messages } = Body.parse(model.simulator.requests[1]?.body);
  expect(JSON.stringify(messages.at(-1))).toContain("keep the build");
});

test("o allows a flagged command once", async () => {
  await using model = await serveScenario({ steps: [{ reply: removes }, { reply: { text: "gone" } }] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`clean up${keys.enter}`);
  await chat.shows("o once");
  chat.type("o");
  await chat.shows("gone");
  expect(chat.all().join("\n")).toContain("✓ terminal rm -rf build");
});

test("a question of the model is answered with the arrow keys", async () => {
  const clarify = { name: "clarify", arguments: { question: "Which colour?", choices: ["red", "blue"] } };
  await using model = await serveScenario({
    steps: [{ reply: { tool_calls: [clarify] } }, { reply: { text: "painted" } }],
  });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`paint${keys.enter}`);
  await chat.shows("arrows and Enter choose");
  chat.type(keys.down);
  await chat.shows("❯ blue");
  chat.type(keys.enter);
  await chat.shows("painted");
  const { messages } = Body.parse(model.simulator.requests[1]?.body);
  expect(JSON.stringify(messages.at(-1))).toContain("blue");
});

test("keys pressed at once after the first of two answers are the second", async () => {
  const questions = [
    { question: "Which colour?", choices: ["red", "blue"] },
    { question: "Which size?", choices: ["small", "large"] },
  ];
  const clarify = { name: "clarify", arguments: { question: "Paint", questions } };
  await using model = await serveScenario({
    steps: [{ reply: { tool_calls: [clarify] } }, { reply: { text: "painted" } }],
  });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`paint${keys.enter}`);
  await chat.shows("arrows and Enter choose");
  chat.type(keys.down);
  await chat.shows("❯ blue");
  chat.type(`${keys.enter}${keys.down}${keys.enter}`);
  await chat.shows("painted");
  const { messages } = Body.parse(model.simulator.requests[1]?.body);
  expect(JSON.stringify(messages.at(-1))).toMatch(/blue.*large/);
});

test.each([{ args: ["chat", "--plain"] }, { args: ["chat"], env: { TERM: "dumb" } }])(
  "line by line there is no escape byte: %o",
  async (start) => {
    await using model = await serveScenario({ steps: [{ reply: { text: "a **plain** answer" } }] });
    using chat = startChat(machineFor(model.url), start);
    await chat.shows("> ");
    chat.type("hello\r");
    await chat.shows("0 tools");
    chat.type(keys.ctrlD);
    expect(await chat.ended).toBe(0);
    expect(chat.written()).toContain("a **plain** answer");
    expect(chat.written()).not.toContain("\u001B");
  },
);

test("line by line the prompt comes last, and Ctrl+C at it leaves when pressed twice", async () => {
  await using model = await serveScenario({ steps: [] });
  using chat = startChat(machineFor(model.url), { args: ["chat", "--plain"] });
  await chat.shows("> ");
  expect(
    chat
      .window()
      .filter((line) => line !== "")
      .at(-1),
  ).toBe("> ");
  chat.type(keys.ctrlC);
  await chat.shows("press Ctrl+C again to exit");
  chat.type(keys.ctrlC);
  expect(await chat.ended).toBe(0);
});

test("a resumed session begins with its last exchanges", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "the first answer" } }] });
  const machine = machineFor(model.url);
  using first = startChat(machine);
  await first.shows(prompt);
  first.type(`the first question${keys.enter}`);
  await first.shows("0 tools");
  first.type(keys.ctrlD);
  expect(await first.ended).toBe(0);
  expect(first.all().join("\n")).toMatch(/Go on with: hermes --resume \d{8}_\d{6}_[0-9a-f]{8}/);
  using second = startChat(machine, { args: ["chat", "--resume", "latest"] });
  await second.shows("the first answer");
  expect(second.window().join("\n")).toContain("› the first question");
  using third = startChat(machine, { args: ["--resume"] });
  await third.shows("Which session?");
  third.type(keys.enter);
  await third.shows("› the first question");
});

test("[SF-L28] another process's session is previewed at once, and a message to it waits with a notice", async () => {
  const slow = { tool_calls: [{ name: "terminal", arguments: { command: "cat gate" } }] };
  await using model = await serveScenario({
    steps: [{ reply: slow }, { reply: { text: "the other is done" } }, { reply: { text: "now it is my turn" } }],
  });
  const machine = machineFor(model.url);
  execFileSync("mkfifo", [join(machine.cwd, "gate")]);
  using other = startChat(machine);
  await other.shows(prompt);
  other.type(`a question in use${keys.enter}`);
  await other.shows("• terminal");
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`/resume${keys.enter}`);
  await chat.shows("Which session?");
  chat.type(keys.enter);
  await chat.shows("› a question in use");
  chat.type(`my message${keys.enter}`);
  await chat.shows("still waiting for the session, which another process is using");
  expect(model.simulator.requests).toHaveLength(1);
  writeFileSync(join(machine.cwd, "gate"), "open\n");
  await other.shows("the other is done");
  await chat.shows("now it is my turn");
  const { messages } = Body.parse(model.simulator.requests[2]?.body);
  expect(messages.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual([
    "a question in use",
    "my message",
  ]);
});

test("Ctrl+Z gives the terminal back, and the screen returns with what was typed", async () => {
  await using model = await serveScenario({ steps: [] });
  const machine = machineFor(model.url);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type("half a line");
  await chat.shows("half a line");
  chat.type("\u001A");
  await chat.shows(() => isRestored(chat.written()) && !chat.window().join("\n").includes("half a line"));
  await vi.waitUntil(
    () => execFileSync("ps", ["-o", "state=", "-p", `${chat.pid}`], { encoding: "utf8" }).startsWith("T"),
    {
      timeout: 20_000,
    },
  );
  chat.kill("SIGCONT");
  await chat.shows("half a line");
  chat.type(`${keys.ctrlC}${keys.ctrlD}`);
  expect(await chat.ended).toBe(0);
});

test("a bug gives the terminal back and ends with one line that names the session", async () => {
  await using model = await serveScenario({ steps: [] });
  const trap = 'process.on("SIGUSR2",()=>{throw new Error("boom")})';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(trap)}` };
  const machine = machineFor(model.url);
  using chat = startChat(machine, { env });
  await chat.shows(prompt);
  chat.kill("SIGUSR2");
  expect(await chat.ended).toBe(1);
  expect(isRestored(chat.written())).toBe(true);
  const said = chat.all().join("\n");
  expect(said).toMatch(/hermes: internal error: boom \(session \d{8}_\d{6}_[0-9a-f]{8}; hermes --resume/);
  expect(said).not.toContain("at ");
  expect(readFileSync(join(machine.home, "logs", "errors.log"), "utf8")).toMatch(/chat\.crashed.*Error: boom.* at /);
});

test("another model is used from the next question on, and the bar says so at once", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "from the other" } }] });
  using chat = startChat(machineFor(model.url));
  await chat.shows("gpt-4o │");
  chat.type(`/model gpt-4o-mini${keys.enter}`);
  await chat.shows("gpt-4o-mini │");
  chat.type(`who are you${keys.enter}`);
  await chat.shows("from the other");
  expect(model.simulator.requests[0]?.body).toMatchObject({ model: "gpt-4o-mini" });
});

test("line by line, what was typed before a question is not its answer", async () => {
  await using model = await serveScenario({
    steps: [{ reply: removes }, { reply: { text: "then not" } }, { reply: { text: "bye" } }],
  });
  using chat = startChat(machineFor(model.url), { args: ["chat", "--plain"] });
  await chat.shows("> ");
  chat.type("clean up\ronce\r"); // the second line comes before anything was asked
  await chat.shows("answer> ");
  chat.type("no\r");
  await chat.shows("then not");
  await chat.shows("bye");
  const { messages } = Body.parse(model.simulator.requests[2]?.body);
  expect(messages.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual(["clean up", "once"]);
});
