import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startChat } from "../support/chat-terminal.ts";
import { hermes, newMachine, type Machine } from "../support/hermes-process.ts";

async function talked(): Promise<Machine> {
  const machine = newMachine();
  writeFileSync(join(machine.cwd, "notes.txt"), "Hermes carries messages.\n");
  await hermes(machine, ["run", "--provider", "demo", "read notes.txt"]);
  await hermes(machine, ["run", "--provider", "demo", "--continue", "what are you"]);
  return machine;
}

test("a replay in a terminal plays turn by turn, pauses, goes on to its end and gives the terminal back", async () => {
  const machine = await talked();
  using terminal = startChat(machine, { args: ["replay", "latest", "--speed", "0.2"] });
  await terminal.shows("turn 0 of 2");
  terminal.type(" ");
  await terminal.shows("⏸ replay");
  terminal.type("\u001B[C\u001B[C");
  await terminal.shows("turn 2 of 2");
  await terminal.shows("› what are you");
  terminal.type("\u001B[C");
  expect(await terminal.ended).toBe(0);
  const lines = terminal.all();
  expect(lines.filter((line) => line.startsWith("✓ read_file notes.txt"))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("› "))).toEqual(["› read notes.txt", "› what are you"]);
  expect(lines.some((line) => line.includes("space pauses"))).toBe(false);
});

test("q leaves a replay at once", async () => {
  const machine = await talked();
  using terminal = startChat(machine, { args: ["replay", "latest", "--speed", "0.01"] });
  await terminal.shows("turn 0 of 2");
  terminal.type("q");
  expect(await terminal.ended).toBe(0);
});

test("away from a terminal a replay is plain text, and a name that fits nothing or several is refused", async () => {
  const machine = await talked();
  await hermes(machine, ["run", "--provider", "demo", "what are you"]);
  const { code, out } = await hermes(machine, ["replay", "latest"]);
  expect([code, out.includes("› what are you"), out.includes("\u001B")]).toEqual([0, true, false]);
  const missing = await hermes(machine, ["replay", "nothing-like-it"]);
  expect([missing.code, missing.out, missing.err.trim().split("\n").length]).toEqual([2, "", 1]);
  const several = await hermes(machine, ["replay", out.slice(9, 16)]);
  expect(several.code).toBe(2);
  expect(several.err.trim().split("\n")).toHaveLength(3);
  expect((await hermes(machine, ["replay"])).code).toBe(2);
});
