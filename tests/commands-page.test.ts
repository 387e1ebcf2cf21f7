import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandTree } from "../src/app/command-tree.ts";
import type { CommandSpec, FlagSpec } from "../src/commands/command.ts";
import { globalFlags, runFlags } from "../src/commands/run-flags.ts";
import { slashCommands } from "../src/commands/slash/registry.ts";
import { markdownTable, withRegion } from "./support/markdown-table.ts";

const file = join(import.meta.dirname, "../docs/commands.md");
const sharedFlags: ReadonlySet<FlagSpec> = new Set([...runFlags, ...globalFlags]);

test("the page lists commands, flags and slash commands as they are (vitest -u writes it anew)", async () => {
  const commands = commandTree(process).subcommands.flatMap((command) => commandRows(command, "hermes"));
  const filled = [
    ["commands", [["Command", "What it does", "Flags of its own"], ...commands]],
    ["run-flags", [["Flag of `run` and `chat`", "Meaning"], ...runFlags.map(flagRow)]],
    ["global-flags", [["Flag of every command", "Meaning"], ...globalFlags.map(flagRow)]],
    ["slash", [["Command", "What it does", "While a turn runs"], ...slashCommands.map(slashRow)]],
  ] as const;
  const page = filled.reduce(
    (text, [mark, rows]) => withRegion(text, mark, markdownTable(rows)),
    readFileSync(file, "utf8"),
  );
  await expect(page).toMatchFileSnapshot(file);
});

function commandRows({ name, usage, summary, flags, subcommands }: CommandSpec, above: string): readonly string[][] {
  const path = `${above} ${name}`;
  if (subcommands.length > 0) return subcommands.flatMap((child) => commandRows(child, path));
  const own = flags.filter((flag) => !sharedFlags.has(flag)).map((flag) => code(written(flag)));
  return [[code(`${path} ${usage}`.trim()), cell(summary.replace(/\.$/, "")), own.join(", ")]];
}

function flagRow(flag: FlagSpec): readonly string[] {
  const short = flag.short === undefined ? "" : `-${flag.short}, `;
  const choices = flag.choices === undefined ? "" : `; one of ${flag.choices.join(", ")}`;
  return [code(`${short}${written(flag)}`), cell(`${flag.summary}${choices}`)];
}

function slashRow({ name, aliases, usage, summary, busy }: (typeof slashCommands)[number]): readonly string[] {
  const others = aliases.map((alias) => code(`/${alias}`));
  const meanwhile = { run: "at once", stop: "stops it first", wait: "has to wait" }[busy];
  return [[code(`/${name} ${usage}`.trim()), ...others].join(", "), cell(summary), meanwhile];
}

function written({ name, kind, value = "" }: FlagSpec): string {
  if (kind === "boolean") return `--${name}`;
  return `--${name} ${kind === "optional-value" ? `[${value}]` : value}`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
const code = (text: string): string => `\`${cell(text)}\``;

test("every slash command has a heading and a summary", () => {
  expect(slashCommands.filter(({ group, summary }) => group === undefined || summary === "")).toEqual([]);
});
