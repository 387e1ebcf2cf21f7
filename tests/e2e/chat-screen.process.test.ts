import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { keys, startChat } from "../support/chat-terminal.ts";
import { machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const prompt = "edits: allow";
const clearsScrollback = "\u001B[3J";
const clearsScreen = "\u001B[2J";

function times(lines: readonly string[], wanted: string): number {
  return lines.filter((line) => line.includes(wanted)).length;
}

function row(index: number): string {
  return `row-${index}-is-longer-than-a-narrow-window-and-therefore-wrapped-${index}.`;
}

/** What is there but for where lines end. */
function squeezed(lines: readonly string[]): string {
  return lines.join("").replaceAll(/\s/g, "");
}

test("[SF-L26] every finished line stands in the scrollback once, through resizes and a tool that ends out of sight", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => row(index + 1));
  const text = rows.map((each, index) => `${each}\n${index % 7 === 6 ? "\n" : ""}\n`).join("");
  const many = Array.from({ length: 30 }, (_, index) => ({
    name: "read_file",
    arguments: { path: `file-${index}.txt` },
  }));
  const slow = { name: "terminal", arguments: { command: "cat gate" } };
  await using model = await serveScenario({
    steps: [
      { reply: { text }, fault: { kind: "drip", delay_ms: 2 } },
      { reply: { tool_calls: many } },
      { reply: { tool_calls: [slow] } },
      { reply: { text: "all read" } },
    ],
  });
  const machine = machineFor(model.url);
  for (const { arguments: read } of many) writeFileSync(join(machine.cwd, read.path), "text\n");
  execFileSync("mkfifo", [join(machine.cwd, "gate")]);
  using chat = startChat(machine);
  const has = (wanted: string) => chat.shows(() => squeezed(chat.all()).includes(squeezed([wanted])));
  await chat.shows(prompt);
  chat.type(`count${keys.enter}`);
  await has(row(100));
  chat.resize({ columns: 60, rows: 24 });
  await has(row(200));
  chat.resize({ columns: 100, rows: 20 });
  await has("0 tools");
  for (const columns of [50, 90]) {
    chat.resize({ columns, rows: 24 });
    await chat.shows(() => chat.window().includes("─".repeat(columns)));
  }
  chat.type(`read them${keys.enter}`);
  await chat.shows("• terminal cat gate");
  chat.resize({ columns: 90, rows: 7 });
  await chat.shows(() => chat.window().length === 7 && !chat.window().join("\n").includes("• terminal"));
  writeFileSync(join(machine.cwd, "gate"), "open\n");
  await has("31 tools");
  chat.resize({ columns: 90, rows: 24 });
  const shown = squeezed(chat.all());
  expect(rows.filter((each) => shown.split(squeezed([each])).length !== 2)).toEqual([]);
  const lines = chat.all();
  expect(many.filter(({ arguments: { path } }) => times(lines, `✓ read_file ${path} `) !== 1)).toEqual([]);
  expect(times(lines, "✓ terminal cat gate ")).toBe(1);
  expect(times(lines, prompt)).toBe(1);
  expect(chat.written()).not.toContain(clearsScrollback);
  expect(chat.written()).not.toContain(clearsScreen);
});

test("[SF-L23] a window of 40 columns has the small bar, and no spinner stays behind when it is resized", async () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index} `);
  await using model = await serveScenario({
    steps: [{ reply: { text: words }, fault: { kind: "drip", delay_ms: 60 } }, { reply: { text: "later" } }],
  });
  using chat = startChat(machineFor(model.url), { columns: 40, rows: 24 });
  await chat.shows(prompt);
  expect(chat.window().find((line) => line.includes(prompt))).toMatch(/^\d% edits: allow gpt-4o$/);
  chat.type(`go${keys.enter}`);
  await chat.shows("word5");
  expect(times(chat.window(), "Ctrl+C stops") + times(chat.window(), "thinking")).toBeGreaterThan(0);
  chat.resize({ columns: 32, rows: 24 });
  await chat.shows("word15");
  chat.resize({ columns: 40, rows: 24 });
  await chat.shows("0 tools");
  const shown = chat.all().join("\n");
  expect(shown).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
  expect(times(chat.all(), prompt)).toBe(1);
});

test("wide characters keep their place at 40 columns", async () => {
  const text = "你好，世界。これは長い行で、四十桁の窓では折り返されます。 👩‍👩‍👧‍👦 family and 🇩🇪 flag, e\u0301 accent.";
  await using model = await serveScenario({ steps: [{ reply: { text } }] });
  using chat = startChat(machineFor(model.url), { columns: 40, rows: 24 });
  await chat.shows(prompt);
  chat.type("问题");
  await chat.shows("问题");
  chat.type(keys.enter);
  await chat.shows("0 tools");
  const shown = chat.all().join("").replaceAll(/\s/g, "");
  expect(shown).toContain("›问题");
  expect(shown).toContain("これは長い行で、四十桁の窓では折り返されます。");
});
