import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Message } from "../../src/app/library.ts";
import { agentWorld } from "../support/agent-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const parts = [
  { name: "web_search", concurrency: "free", readOnly: true },
  { name: "read_file", concurrency: "path-read", readOnly: true },
  { name: "search_files", concurrency: "path-read", readOnly: true },
  { name: "write_file", concurrency: "path-write" },
  { name: "patch", concurrency: "path-write" },
  { name: "terminal", concurrency: "shell" },
  { name: "memory", concurrency: "state" },
  { name: "clarify", concurrency: "interactive" },
] as const;

type Name = (typeof parts)[number]["name"];
type Step = readonly [name: Name, as: string, more?: Readonly<Record<string, unknown>>];

/** Plays one batch; what overlapped can be read off the order of entering and leaving. */
async function play(...steps: readonly Step[]) {
  const script = playedTools();
  const batch = steps.map(([name, as, more]) => ({ name, arguments: { as, ...more } }));
  const world = await agentWorld(
    { steps: [calls(...batch), says("done")] },
    { enabledToolsets: ["safe"], play: script.tools(...parts) },
  );
  mkdirSync(join(world.cwd, "d"));
  mkdirSync(join(world.cwd, "e"));
  writeFileSync(join(world.cwd, "x"), "");
  symlinkSync(join(world.cwd, "x"), join(world.cwd, "link-to-x"));
  symlinkSync(join(world.cwd, "d"), join(world.cwd, "link-to-d"));
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect([result.exit_reason, result.error]).toEqual(["text_response", null]);
  return { told: script.told.join(" "), most: script.most(), answers: answersOf(result.messages), rows: world.rows() };
}

function answersOf(messages: readonly Message[]): readonly unknown[] {
  return messages.filter((message) => message.role === "tool").map((message) => message.content);
}

test("[AL-G01] searches run together, and their results stand in the order of the calls", async () => {
  const { told, answers, rows } = await play(
    ["web_search", "a", { ms: 30 }],
    ["web_search", "b", { ms: 20 }],
    ["web_search", "c", { ms: 10 }],
  );
  expect(told).toBe("+a +b +c -c -b -a");
  expect(answers).toEqual(["a done", "b done", "c done"]);
  expect(rows.flatMap((row) => (row.role === "tool" ? [row.content] : []))).toEqual(answers);
});

test("[AL-G02] a command parts a batch: what stands before it runs together first, what follows waits", async () => {
  const { told } = await play(
    ["read_file", "a", { path: "a" }],
    ["read_file", "b", { path: "b", ms: 5 }],
    ["terminal", "shell"],
    ["read_file", "c", { path: "c" }],
  );
  expect(told).toBe("+a +b -b -a +shell -shell +c -c");
});

test("[SF-T36] a patch waits for a read of its file, and a read of another file need not wait for it", async () => {
  const { told, answers } = await play(
    ["read_file", "read-a", { path: "a.ts", ms: 30 }],
    ["patch", "patch-a", { path: "a.ts", ms: 20 }],
    ["read_file", "read-b", { path: "b.ts", ms: 10 }],
  );
  expect(told).toBe("+read-a -read-a +patch-a +read-b -read-b -patch-a");
  expect(answers).toEqual(["read-a done", "patch-a done", "read-b done"]);
});

test("[AL-G03] a file is not read while the same file is written", async () => {
  const { told } = await play(["read_file", "read", { path: "x" }], ["write_file", "write", { path: "x" }]);
  expect(told).toBe("+read -read +write -write");
});

test("[AL-G04] a folder is not searched while a file in it is written; another folder may be", async () => {
  const inside = await play(["write_file", "write", { path: "d/f" }], ["search_files", "search", { path: "d" }]);
  expect(inside.told).toBe("+write -write +search -search");
  const beside = await play(["write_file", "write", { path: "d/f" }], ["search_files", "search", { path: "e", ms: 5 }]);
  expect(beside.told).toBe("+write +search -search -write");
});

test.each([
  ["a link to the file", "link-to-x", "x"],
  ["a way through the parent folder", "d/../x", "x"],
  ["a new file behind a linked folder", "link-to-d/new", "d/new"],
])("[AL-G05] %s is the file itself", async (_what, one, other) => {
  const { told } = await play(["write_file", "one", { path: one }], ["write_file", "other", { path: other }]);
  expect(told).toBe("+one -one +other -other");
});

test("[AL-G06] housekeeping overlaps neither itself nor anything else", async () => {
  const { told } = await play(["memory", "one", { ms: 20 }], ["memory", "two"], ["web_search", "search"]);
  expect(told).toBe("+one -one +two -two +search -search");
});

test("[AL-G07] twelve reads: eight at a time, started in order", async () => {
  const { told, most, answers } = await play(
    ...Array.from({ length: 12 }, (_, index): Step => ["read_file", `r${index}`, { path: `f${index}` }]),
  );
  expect(most).toBe(8);
  expect(told.split(" ").filter((each) => each.startsWith("+"))).toEqual(answers.map((_, index) => `+r${index}`));
  expect(answers).toEqual(answers.map((_, index) => `r${index} done`));
});

test("[AL-G08] a question to the person runs alone, when everything before it is done", async () => {
  const { told } = await play(["web_search", "a"], ["clarify", "ask"], ["web_search", "b"], ["web_search", "c"]);
  expect(told).toBe("+a -a +ask -ask +b +c -b -c");
});

test("a writer that names no path runs alone", async () => {
  const { told } = await play(["write_file", "a", {}], ["web_search", "b"]);
  expect(told).toBe("+a -a +b -b");
});
