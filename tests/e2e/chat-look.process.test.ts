import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { keys, startChat } from "../support/chat-terminal.ts";
import { hermes, machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const prompt = "edits: allow";
const colour = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`);
const magenta = "\u001B[35m";

test("code is highlighted, and stands there once", async () => {
  const text = "Look:\n\n```ts\nconst answer = 42;\n\nconst other = 43;\n```\n\nThat is all.";
  await using model = await serveScenario({ steps: [{ reply: { text }, fault: { kind: "drip", delay_ms: 5 } }] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`code${keys.enter}`);
  await chat.shows("0 tools");
  expect(chat.written()).toContain(`${magenta}const\u001B[39m answer`);
  const lines = chat.all().map((line) => line.trim());
  const shown = lines.filter((line) => /^(?:Look|const|That|```)/.test(line));
  expect(shown).toEqual(["Look:", "```ts", "const answer = 42;", "const other = 43;", "```", "That is all."]);
});

test("a skin colours the chat, /skin changes it at once, and a bad one is told and changes nothing", async () => {
  await using model = await serveScenario({ steps: [] });
  const machine = machineFor(model.url, "display:\n  skin: dusk\n");
  mkdirSync(join(machine.home, "skins"));
  writeFileSync(join(machine.home, "skins", "dusk.yaml"), 'colors:\n  heading: "#ff00ff"\n');
  writeFileSync(join(machine.home, "skins", "torn.yaml"), "colors: [");
  using chat = startChat(machine);
  await chat.shows(prompt);
  expect(chat.written()).toContain("\u001B[38;5;201mHermes ");
  chat.type(`/skin torn${keys.enter}`);
  await chat.shows("skins/torn.yaml, line 1");
  chat.type(`/skin mono${keys.enter}`);
  await chat.shows("the theme is mono");
  chat.type(`/skin${keys.enter}`);
  await chat.shows("* mono");
  using other = startChat(machine, { args: ["chat", "--theme", "torn"] });
  await other.shows("skins/torn.yaml, line 1");
  expect(other.written()).toContain("\u001B[1;36mHermes ");
});

test("NO_COLOR wins over every theme", async () => {
  const text = "```ts\nconst plain = 1;\n```\n\n**bold**";
  await using model = await serveScenario({ steps: [{ reply: { text } }] });
  using chat = startChat(machineFor(model.url), { args: ["chat", "--theme", "light"], env: { NO_COLOR: "1" } });
  await chat.shows(prompt);
  chat.type(`go${keys.enter}`);
  await chat.shows("0 tools");
  expect(chat.written().replaceAll("\u001B[7m", "").replaceAll("\u001B[0m", "")).not.toMatch(colour); // the cursor's cell
});

function words(index: number): string {
  return `line ${index} says something of its own`;
}

test("ten thousand lines come through once each, and cost no more bytes at the end than at the beginning", async () => {
  const text = Array.from(
    { length: 1_000 },
    (_, block) => Array.from({ length: 10 }, (__, row) => `${words(10 * block + row)}\n`).join("") + "\n",
  );
  await using model = await serveScenario({ steps: [{ reply: { text } }] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`much${keys.enter}`);
  await chat.shows("0 tools");
  const shown = chat.all().flatMap((line) => [...line.matchAll(/line (\d+) says/g)].map(([, index]) => Number(index)));
  expect(shown).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
  const at = (index: number): number => chat.written().indexOf(words(index));
  const [early, late] = [at(2_999) - at(1_000), at(9_999) - at(8_000)];
  expect(late / early).toBeLessThan(1.5);
  expect(chat.written().length).toBeLessThan(3 * text.join("").length);
});

test("a resumed session shows at once how full its context is", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "an answer" } }] });
  const machine = machineFor(model.url);
  const question = "a line of the question that fills a part of the window\n".repeat(5_000);
  expect((await hermes(machine, ["run"], { input: question })).code).toBe(0);
  using chat = startChat(machine, { columns: 100, args: ["chat", "--resume", "latest"] });
  await chat.shows(prompt);
  expect(Number(/(\d+)% │ edits/.exec(chat.window().join("\n"))?.[1])).toBeGreaterThan(30);
});
