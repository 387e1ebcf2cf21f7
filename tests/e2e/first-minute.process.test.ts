import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { systemClock } from "../../src/app/system-clock.ts";
import { createSimulator } from "../../src/simulator/handler.ts";
import { keys, startChat } from "../support/chat-terminal.ts";
import { hermes, type Machine, newMachine } from "../support/hermes-process.ts";
import { serveOllama } from "../support/model-servers.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const prompt = "edits: allow";
const alone = { HERMES_LOCAL_PORTS: "" }; // whatever runs on this machine is not part of the test
const textOf = (machine: Machine, name: string): string => readFileSync(join(machine.home, name), "utf8");

async function ollamaThatSays(text: string) {
  const scenario = { models: ["qwen3:8b"], steps: [{ reply: { text } }] };
  const simulator = createSimulator({ clock: systemClock, scenario });
  return { server: await serveOllama([{ name: "qwen3:8b", numCtx: 24_000 }], simulator), simulator };
}

test("with Ollama running, a first start takes one Enter to a chat that answers", async () => {
  const { server, simulator } = await ollamaThatSays("hello from your own machine");
  await using _ = server;
  const machine = newMachine();
  const startedMs = performance.now();
  using chat = startChat(machine, { args: [], env: { HERMES_LOCAL_PORTS: String(server.port) } });
  await chat.shows("Found Ollama with one model.");
  await chat.shows("❯ qwen3:8b");
  chat.type(keys.enter);
  await chat.shows(prompt);
  chat.type(`hi${keys.enter}`);
  await chat.shows("hello from your own machine");
  expect(performance.now() - startedMs).toBeLessThan(60_000);
  await chat.shows("holds only 24000 tokens"); // the server's own window, which no table knows
  chat.type(keys.ctrlD);
  expect(await chat.ended).toBe(0);
  expect(textOf(machine, "config.yaml")).toBe(
    `model:\n  default: qwen3:8b\n  provider: ollama\n  base_url: http://127.0.0.1:${server.port}/v1\n`,
  );
  expect(simulator.requests).toHaveLength(1);
  expect(existsSync(join(machine.home, ".env"))).toBe(false);
});

test("an endpoint with a key: a refused one is not stored, the right one is, masked and for its owner alone", async () => {
  await using model = await serveScenario({
    api_key: "sk-right-one",
    models: ["gpt-4o", "text-embedding-3"],
    steps: [{ reply: { text: "ok" } }, { reply: { text: "the first answer" } }],
  });
  const machine = newMachine();
  using chat = startChat(machine, { args: [], env: alone, rows: 30 });
  await chat.shows("Welcome to Hermes");
  chat.type(`custom${keys.enter}`);
  await chat.shows("Address of the endpoint");
  chat.type(`${model.url}/v1${keys.enter}`);
  await chat.shows("API key for Custom endpoint");
  chat.type(`sk-wrong-one${keys.enter}`);
  await chat.shows("❯ gpt-4o");
  chat.type(keys.enter);
  await chat.shows("401");
  await chat.shows("API key for Custom endpoint");
  expect([existsSync(join(machine.home, ".env")), existsSync(join(machine.home, "config.yaml"))]).toEqual([
    false,
    false,
  ]);
  chat.type(keys.paste("sk-right-one\n"));
  await chat.shows("••••••••••••");
  chat.type(keys.enter);
  await chat.shows("❯ gpt-4o");
  chat.type(keys.enter);
  await chat.shows(prompt);
  chat.type(`hi${keys.enter}`);
  await chat.shows("the first answer");
  chat.type(keys.ctrlD);
  expect(await chat.ended).toBe(0);
  expect(chat.written()).not.toMatch(/sk-(right|wrong)-one/);
  expect(textOf(machine, ".env")).toBe("CUSTOM_API_KEY=sk-right-one\n");
  expect(statSync(join(machine.home, ".env")).mode & 0o777).toBe(0o600);
  expect(textOf(machine, "config.yaml")).toBe(
    `model:\n  default: gpt-4o\n  provider: custom\n  base_url: ${model.url}/v1\nproviders:\n  custom:\n    key_env: CUSTOM_API_KEY\n`,
  );
});

test.each([
  ["Escape", keys.escape],
  ["Ctrl+C", keys.ctrlC],
])("%s leaves everything as it was, and the terminal too", async (_, key) => {
  const machine = newMachine();
  using chat = startChat(machine, { args: [], env: alone });
  await chat.shows("No model server is running here");
  chat.type(key);
  expect(await chat.ended).toBe(3);
  expect(chat.all().join("\n")).toContain("Nothing was changed.");
  expect(chat.written()).toContain("\u001B[?2004l"); // bracketed paste is off again
  expect([".env", "config.yaml"].filter((name) => existsSync(join(machine.home, name)))).toEqual([]);
});

test("the offline demonstration answers at once, and nothing is stored", async () => {
  const machine = newMachine();
  using chat = startChat(machine, { args: [], env: alone });
  await chat.shows("Welcome to Hermes");
  chat.type(`offline${keys.enter}`);
  await chat.shows(prompt);
  chat.type(`hi${keys.enter}`);
  await chat.shows("not an AI");
  expect(existsSync(join(machine.home, "config.yaml"))).toBe(false);
});

test("line by line, for TERM=dumb: numbers, a key without echo, no escape sequences", async () => {
  await using model = await serveScenario({
    api_key: "sk-right-one",
    steps: [{ reply: { text: "ok" } }, { reply: { text: "the first answer" } }],
  });
  const machine = newMachine();
  using chat = startChat(machine, { args: [], env: { ...alone, TERM: "dumb" }, rows: 60 });
  await chat.shows("Number [1]:");
  const at = chat.window().find((line) => line.includes("Custom endpoint"));
  chat.type(`${at?.trim().split(".")[0]}\n`);
  await chat.shows("Address of the endpoint");
  chat.type(`${model.url}/v1\n`);
  await chat.shows("API key for Custom endpoint");
  await chat.shows(
    () =>
      chat
        .window()
        .findLast((line) => line !== "")
        ?.trim() === ">",
  ); // from here on nothing echoes
  chat.type("sk-right-one\r");
  await chat.shows("Number, or a name");
  chat.type("gpt-4o\n");
  await chat.shows("Hermes now uses custom/gpt-4o.");
  await chat.shows("/help lists");
  chat.type("hi\n");
  await chat.shows("the first answer");
  expect(chat.written()).not.toContain("sk-right-one");
  expect(chat.written()).not.toContain("\u001B");
  expect(textOf(machine, ".env")).toBe("CUSTOM_API_KEY=sk-right-one\n");
});

test("hermes setup shows what is set, Enter keeps it, and what changed is stored with comments kept", async () => {
  const machine = newMachine({ "config.yaml": "# mine\nagent:\n  max_turns: 7 # few\n" });
  using setup = startChat(machine, { args: ["setup", "agent"], env: alone });
  await setup.shows("Enter alone keeps: 7");
  setup.type(`lots${keys.enter}`);
  await setup.shows("That does not fit");
  setup.type(`9${keys.enter}`);
  await setup.shows("How hard does the model think?");
  setup.type(keys.enter);
  await setup.shows("US$ may a session spend");
  setup.type(keys.enter);
  expect(await setup.ended).toBe(0);
  expect(textOf(machine, "config.yaml")).toBe("# mine\nagent:\n  max_turns: 9 # few\n");
});

test("hermes model: the list has windows, prices and a mark, and a new model replaces what belonged to the old", async () => {
  await using model = await serveScenario({ models: ["gpt-4o", "gpt-4.1"], steps: [{ reply: { text: "ok" } }] });
  const lab = `providers:\n  lab:\n    base_url: ${model.url}/v1\n`;
  const old = "model:\n  provider: lab\n  default: gpt-4o\n  context_length: 50000\n  api_mode: chat_completions\n";
  const machine = newMachine({ "config.yaml": `${old}${lab}` });
  using picker = startChat(machine, { args: ["model"], env: alone, rows: 30, columns: 100 });
  await picker.shows("Now: lab/gpt-4o");
  await picker.shows("❯ lab");
  picker.type(keys.enter);
  await picker.shows("❯ gpt-4o");
  expect(picker.window().join("\n")).toMatch(/gpt-4\.1 +1,047,576 tokens/);
  expect(picker.window().join("\n")).toMatch(/❯ gpt-4o +current · 128,000 tokens/);
  picker.type(`4.1${keys.enter}`);
  expect(await picker.ended).toBe(0);
  expect(textOf(machine, "config.yaml")).toBe(`model:\n  provider: lab\n  default: gpt-4.1\n${lab}`);
});

test("without a terminal nothing is asked: setup and model say what to do instead", async () => {
  const machine = newMachine();
  const [bare, model, setup, gateway, unknown, checked] = await Promise.all([
    hermes(machine, [], { input: "hi", env: alone }),
    hermes(machine, ["model"], { env: alone }),
    hermes(machine, ["setup"], { env: alone }),
    hermes(machine, ["setup", "gateway"], { env: alone }),
    hermes(machine, ["setup", "agnt"], { env: alone }),
    hermes(machine, ["setup", "--non-interactive"], { env: alone }),
  ]);
  expect([bare.code, bare.err]).toEqual([3, expect.stringMatching(/^hermes: No model is configured\..*hermes setup/)]);
  expect([model.code, model.err]).toEqual([2, expect.stringContaining("hermes model <provider>/<model>")]);
  expect([setup.code, setup.err]).toEqual([2, expect.stringContaining("--non-interactive")]);
  expect([gateway.code, gateway.out]).toEqual([0, expect.stringContaining("hermes gateway run")]);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('"agent"')]);
  expect([checked.code, checked.err]).toEqual([3, expect.stringContaining("No model is configured")]);
});

test("hermes model <ref> stores what answers, and nothing where the key is refused", async () => {
  await using model = await serveScenario({ api_key: "sk-right-one", steps: [{ reply: { text: "ok" } }] });
  const config = `providers:\n  lab:\n    base_url: ${model.url}/v1\n    key_env: LAB_API_KEY\n`;
  const machine = newMachine({ "config.yaml": config });
  const refused = await hermes(machine, ["model", "lab/gpt-4o"], { env: { LAB_API_KEY: "sk-wrong-one" } });
  expect([refused.code, refused.out]).toEqual([1, ""]);
  expect(refused.err).toMatch(/^hermes: lab refused it, so nothing was saved: HTTP 401: .+\n$/);
  expect(textOf(machine, "config.yaml")).toBe(config);
  const stored = await hermes(machine, ["model", "lab/gpt-4o"], { env: { LAB_API_KEY: "sk-right-one" } });
  expect(stored).toEqual({ code: 0, out: "Hermes now uses lab/gpt-4o.\n", err: "" });
  expect(textOf(machine, "config.yaml")).toContain("model:\n  default: gpt-4o\n  provider: lab\n");
  const missing = await hermes(machine, ["model", "anthropic/claude-sonnet-5"]);
  expect([missing.code, missing.err]).toEqual([3, expect.stringContaining("ANTHROPIC_API_KEY")]);
  const blank = await hermes(machine, ["model", " "]);
  expect([blank.code, blank.err]).toEqual([2, expect.stringContaining("hermes model <provider>/<model>")]);
  const ready = await hermes(machine, ["setup", "--non-interactive"], { env: { LAB_API_KEY: "sk-right-one" } });
  expect([ready.code, ready.err]).toEqual([0, ""]);
  expect(ready.out).toContain("lab/gpt-4o will be used");
  const demo = await hermes(machine, ["model", "demo"]);
  expect([demo.code, demo.out]).toEqual([0, "Hermes now uses demo/demo.\n"]);
});
