import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { keys, startChat } from "../support/chat-terminal.ts";
import { endpointConfig, type Machine, machineFor, newMachine } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const Body = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });
const Instructed = z.looseObject({ instructions: z.string() });
const prompt = "edits: allow";
const local = "terminal:\n  backend: local\n";
const ctrl = { g: "\u0007", p: "\u0010", r: "\u0012", v: "\u0016" };
const backspace = "\u007F";
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function lastUser(requests: readonly { readonly body: unknown }[]): unknown {
  const last = requests.at(-1);
  return Body.parse(last?.body).messages.findLast(({ role }) => role === "user")?.content;
}

/** A program in a folder that is put in front of the path. */
function program(machine: Machine, name: string, script: string): string {
  const folder = join(machine.root, "bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return `${folder}:${process.env["PATH"] ?? ""}`;
}

test("Ctrl+R finds an earlier message as it is typed, Enter takes it and Escape leaves the line as it was", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "again" } }] });
  const machine = machineFor(model.url);
  const entries = ["deploy the staging server", "write a poem", "deploy production"];
  writeFileSync(join(machine.home, "history"), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type("my draft");
  await chat.shows("my draft");
  chat.type(ctrl.r);
  await chat.shows("earlier messages (3)");
  chat.type("deploy");
  await chat.shows("earlier messages (2): deploy");
  chat.type(keys.escape);
  await chat.shows(() => !chat.window().join("\n").includes("earlier messages"));
  expect(chat.window().join("\n")).toContain("my draft");
  chat.type(ctrl.r);
  chat.type("deploy");
  await chat.shows("❯ deploy production");
  chat.type(ctrl.r);
  await chat.shows("❯ deploy the staging server");
  chat.type(keys.enter);
  await chat.shows(() => !chat.window().join("\n").includes("earlier messages"));
  expect(model.simulator.requests).toEqual([]);
  chat.type(keys.enter);
  await chat.shows("again");
  expect(lastUser(model.simulator.requests)).toBe("deploy the staging server");
});

test("Ctrl+P puts a command into the line and never runs it", async () => {
  await using model = await serveScenario({ steps: [] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`${ctrl.p}exit`);
  await chat.shows("❯ /exit");
  chat.type(keys.enter);
  await chat.shows(() => !chat.window().join("\n").includes("commands ("));
  expect(chat.window().join("\n")).toContain("/exit");
  chat.type(keys.enter);
  expect(await chat.ended).toBe(0);
});

test("Ctrl+G edits the line in the person's editor; one that fails, or is missing, leaves it as it was", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "edited" } }] });
  const machine = machineFor(model.url);
  const script = `
if [ -t 0 ] && [ -t 1 ]; then echo EDITOR-HAS-THE-TERMINAL; fi
stty -a | grep -q ' icanon' && echo COOKED
case "$(cat "$1")" in *fail*) echo lost > "$1"; exit 3;; esac
printf 'from the editor\\nsecond line\\n' > "$1"`;
  using chat = startChat(machine, { env: { PATH: program(machine, "my-editor", script), EDITOR: "my-editor" } });
  await chat.shows(prompt);
  chat.type("please fail");
  chat.type(ctrl.g);
  await chat.shows('"my-editor" ended with 3; your text stays as it was');
  await chat.shows(() => chat.window().some((line) => line.trim() === "please fail"));
  expect(chat.all()).toContain("EDITOR-HAS-THE-TERMINAL");
  expect(chat.all()).toContain("COOKED");
  chat.type(keys.ctrlC);
  chat.type("draft");
  chat.type(ctrl.g);
  await chat.shows("second line");
  chat.type(keys.enter);
  await chat.shows("edited");
  expect(lastUser(model.simulator.requests)).toBe("from the editor\nsecond line");
});

test("without an editor Ctrl+G says so in a line", async () => {
  await using model = await serveScenario({ steps: [] });
  using chat = startChat(machineFor(model.url), { env: { VISUAL: "no-such-editor --wait" } });
  await chat.shows(prompt);
  chat.type("kept");
  chat.type(ctrl.g);
  await chat.shows('the editor "no-such-editor --wait" could not be started');
  await chat.shows(() => chat.window().some((line) => line.trim() === "kept"));
});

test("!command runs in the session's shell, prints to the screen and tells the model nothing", async () => {
  await using model = await serveScenario({
    steps: [
      { reply: { tool_calls: [{ name: "terminal", arguments: { command: "pwd; echo $MINE" } }] } },
      { reply: { text: "seen" } },
    ],
  });
  const machine = machineFor(model.url, local);
  mkdirSync(join(machine.cwd, "below"));
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`!cd below && export MINE=yours && printf 'one\\ntwo\\n'${keys.enter}`);
  await chat.shows(() => chat.window().includes("two"));
  chat.type(`!exit 7${keys.enter}`);
  await chat.shows("! exited 7");
  expect(model.simulator.requests).toEqual([]);
  chat.type(`where are you${keys.enter}`);
  await chat.shows("seen");
  const bodies = JSON.stringify(model.simulator.requests.map(({ body }) => body));
  expect(bodies).toContain(`${join(machine.cwd, "below")}\\\\nyours`);
  expect(bodies).not.toContain("exited 7");
  expect(bodies).not.toContain("printf");
  expect(stored(machine.home).messages.join("\n")).not.toContain("exit 7");
});

test("Ctrl+C stops a command of one's own, and a flagged one asks first", async () => {
  await using model = await serveScenario({ steps: [] });
  const machine = machineFor(model.url, local);
  mkdirSync(join(machine.cwd, "build"));
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`!echo started; sleep 300${keys.enter}`);
  await chat.shows(() => chat.window().includes("started"));
  chat.type(keys.ctrlC);
  await chat.shows("! stopped");
  chat.type(`!rm -rf build${keys.enter}`);
  await chat.shows("d deny");
  chat.type("d");
  await chat.shows("! not run");
  chat.type(`!rm -rf build && echo gone${keys.enter}`);
  await chat.shows("d deny");
  chat.type("o");
  await chat.shows(() => chat.window().includes("gone"));
});

test("images are attached by command and by dropping their path, shown, taken off, and sent", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "two pictures" } }] });
  const machine = machineFor(model.url);
  writeFileSync(join(machine.cwd, "one.png"), pixel);
  writeFileSync(join(machine.cwd, "two words.png"), pixel);
  writeFileSync(join(machine.cwd, "text.png"), "no picture");
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`/image one.png${keys.enter}`);
  await chat.shows("[image one.png, 70 B]");
  chat.type(keys.paste(`'${join(machine.cwd, "two words.png")}' `));
  await chat.shows("[image two words.png, 70 B]");
  chat.type(keys.paste(join(machine.cwd, "one.png")));
  await chat.shows(() => chat.window().join("\n").split("[image one.png").length === 3);
  chat.type(backspace);
  await chat.shows(() => chat.window().join("\n").split("[image one.png").length === 2);
  chat.type(`/image text.png${keys.enter}`);
  await chat.shows("text.png is not a PNG, JPEG, GIF or WebP image and was not attached");
  chat.type(`/image none.png${keys.enter}`);
  await chat.shows("no such file: none.png");
  chat.type(`what is this${keys.enter}`);
  await chat.shows("two pictures");
  const url = `data:image/png;base64,${pixel.toString("base64")}`;
  const part = { type: "image_url", image_url: { url } };
  expect(lastUser(model.simulator.requests)).toEqual([{ type: "text", text: "what is this" }, part, part]);
  expect(chat.window().join("\n")).not.toContain("Backspace removes");
});

test("Ctrl+V takes the image out of the clipboard, and says where there is none or no way to it", async () => {
  await using model = await serveScenario({ steps: [] });
  const machine = machineFor(model.url);
  const picture = join(machine.root, "clip.png");
  const path = program(machine, "wl-paste", `cat ${picture}`);
  using chat = startChat(machine, { env: { PATH: path } });
  await chat.shows(prompt);
  chat.type(ctrl.v);
  await chat.shows("there is no image in the clipboard");
  writeFileSync(picture, pixel);
  chat.type("\u001Bv");
  await chat.shows("[image clipboard, 70 B]");
  chat.type(keys.ctrlD);
  expect(await chat.ended).toBe(0);
});

test("@ offers files that git does not ignore, and Tab takes one", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "read" } }] });
  const machine = machineFor(model.url);
  mkdirSync(join(machine.cwd, "source"));
  writeFileSync(join(machine.cwd, "source", "engine.ts"), "export const speed = 42;\n");
  writeFileSync(join(machine.cwd, "source", "engine.log"), "noise\n");
  writeFileSync(join(machine.cwd, ".gitignore"), "*.log\n");
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type("look at @file:engi");
  await chat.shows("source/engine.ts");
  expect(chat.window().join("\n")).not.toContain("engine.log");
  chat.type("\t");
  await chat.shows("look at @file:source/engine.ts");
  chat.type(keys.enter);
  await chat.shows("read");
  expect(String(lastUser(model.simulator.requests))).toContain("speed = 42");
});

test("/ offers commands with what may follow them, skills, and the values of an argument; Tab takes one", async () => {
  await using model = await serveScenario({ steps: [] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type("/appr");
  await chat.shows("[manual|smart|off]");
  chat.type("\t");
  chat.type("sm");
  await chat.shows(() => chat.window().some((line) => line.includes("smart")));
  chat.type("\t");
  await chat.shows("/approvals smart");
  chat.type(keys.ctrlC);
  chat.type("/code-rev");
  await chat.shows("Review a diff or branch");
  chat.type(keys.escape);
  await chat.shows(() => !chat.window().join("\n").includes("Review a diff"));
  expect(chat.window().join("\n")).toContain("/code-rev");
});

test("a personality goes behind the prompt, effort into the request, and the prompt keeps its bytes", async () => {
  const replies = ["one", "two"].map((text) => ({ reply: { text } }));
  await using model = await serveScenario({ steps: replies });
  const personality = 'agent:\n  personalities:\n    pirate: "Speak like a pirate."\n';
  const config = endpointConfig(`${model.url}/v1`, personality).replace("chat_completions", "codex_responses");
  using chat = startChat(newMachine({ "config.yaml": config }), { args: ["chat", "--model", "gpt-5.1"] });
  await chat.shows(prompt);
  chat.type(`first${keys.enter}`);
  await chat.shows("one");
  chat.type(`/personality pirate${keys.enter}`);
  await chat.shows("personality from the next turn on: pirate");
  chat.type(`/personality poet${keys.enter}`);
  await chat.shows('there is no personality "poet"; there are pirate');
  chat.type(`/reasoning high${keys.enter}`);
  await chat.shows("reasoning effort from the next turn on: high");
  chat.type(`second${keys.enter}`);
  await chat.shows("two");
  const [before, after] = model.simulator.requests.map(({ body }) => JSON.stringify(body));
  expect(before).not.toContain("pirate");
  expect(after).toContain("Speak like a pirate.");
  expect(after).toContain('"effort":"high"');
  const [system, next] = model.simulator.requests.map(({ body }) => Instructed.parse(body).instructions);
  expect(next?.startsWith(system ?? "?")).toBe(true);
});

test("the display can be switched while the chat runs", async () => {
  await using model = await serveScenario({ steps: [] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`/busy queue${keys.enter}`);
  await chat.shows("while a turn runs, Enter means: queue");
  chat.type(`/busy never${keys.enter}`);
  await chat.shows("usage: /busy [interrupt|queue|steer]");
  chat.type(`/statusbar off${keys.enter}`);
  await chat.shows(() => !chat.window().join("\n").includes(prompt));
  chat.type(`/statusbar${keys.enter}`);
  await chat.shows(prompt);
});

test("leaving asks what becomes of processes in the background, and keeps them where that is wanted", async () => {
  const begin = { name: "terminal", arguments: { command: "sleep 317", background: true } };
  await using model = await serveScenario({
    steps: [{ reply: { tool_calls: [begin] } }, { reply: { text: "running" } }],
  });
  const machine = machineFor(model.url, local);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`go${keys.enter}`);
  await chat.shows("running");
  await chat.shows(() => chat.window().join("\n").includes("out"));
  chat.type(keys.ctrlD);
  await chat.shows("A background process still runs: sleep 317");
  chat.type(`${keys.up}${keys.enter}`); // stay
  await chat.shows(() => !chat.window().join("\n").includes("still runs"));
  chat.type(keys.ctrlD);
  await chat.shows("A background process still runs: sleep 317");
  chat.type(`${keys.down}${keys.enter}`);
  expect(await chat.ended).toBe(0);
  const [record] = readFileSync(recordIn(machine), "utf8").split("\n");
  const { pid } = z.object({ pid: z.int() }).parse(JSON.parse(record ?? ""));
  expect(() => process.kill(pid, 0)).not.toThrow();
  process.kill(-pid, "SIGKILL");
});

function recordIn({ home }: Machine): string {
  const folder = join(home, "processes");
  const [name = ""] = readdirSync(folder);
  return join(folder, name);
}
