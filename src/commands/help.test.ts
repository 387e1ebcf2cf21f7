import { expect, test } from "vitest";
import type { CommandSpec } from "./command.ts";
import { helpText } from "./help.ts";
import { chatCommand, rootCommand, runCommand } from "./root.ts";

const load = () => Promise.resolve(() => Promise.resolve(0));
const run = runCommand(load);
const root = rootCommand([run, chatCommand(load)]);

test("the root lists its commands, its flags and what happens without a command", () => {
  expect(helpText([root], 80)).toBe(`Usage: hermes [command] [flags]

An LLM agent for the terminal.

Commands:
  run [PROMPT]  Answer one prompt without a screen, for people and scripts
  chat          Talk with the agent; with -q one question and an answer

Flags of every command:
  -p, --profile NAME        use this profile
      --strict-config       a warning about the configuration ends the program
      --ignore-user-config  built-in defaults instead of config.yaml
      --env-file PATH       one more file of secrets, which beats the others
  -h, --help                show this help
      --version             show the version
  -z, --oneshot PROMPT      same as run PROMPT

Without a command: hermes chat. hermes <command> --help says more.
`);
});

test("a group is shown above with the same words as on its own page, and every row ends alike", () => {
  const leaf: CommandSpec = { ...run, name: "leaf", usage: "<id>", summary: "Ends with a stop." };
  const needs: CommandSpec = { ...root, name: "needs", usage: "", summary: "No stop", subcommands: [leaf], load: null };
  const must: CommandSpec = { ...needs, defaultCommand: undefined };
  const may: CommandSpec = { ...must, name: "may", defaultCommand: "leaf" };
  const above = helpText([{ ...root, subcommands: [must, may, leaf] }], 80);
  expect(above).toContain(
    "  needs <command>  No stop\n  may [command]    No stop\n  leaf <id>        Ends with a stop\n",
  );
  expect(helpText([root, must], 80)).toContain("Usage: hermes needs <command> [flags]\n\nNo stop.\n");
  expect(helpText([root, may], 80)).toContain("Usage: hermes may [command] [flags]\n\nNo stop.\n");
});

test("every flag of a command stands in its help with its value", () => {
  const text = helpText([root, run], 100);
  for (const flag of [...run.flags, ...root.flags]) {
    if (flag.becomes === undefined)
      expect(text).toContain(`--${flag.name}${flag.kind === "value" ? ` ${flag.value}` : ""}`);
  }
  expect(text).toContain("-r, --resume [REF]");
  expect(text).toContain("one of text, json, stream-json");
  expect(text).toContain("--allow GLOB");
  expect(text).not.toContain("--oneshot");
});

test("no line is wider than the terminal, down to forty columns", () => {
  const group: CommandSpec = { ...root, name: "sessions", subcommands: [run], flags: [] };
  for (const columns of [40, 61, 80, 100, 400]) {
    const lines = [helpText([root], columns), helpText([root, run], columns), helpText([root, group], columns)];
    const widths = lines.flatMap((text) => text.split("\n").map((line) => line.length));
    expect(Math.max(...widths)).toBeLessThanOrEqual(Math.min(columns, 100));
  }
});
