import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { slashCommands } from "../src/commands/slash/registry.ts";
import type { SlashCommand } from "../src/commands/slash/slash-command.ts";
import { between, pageTable } from "./support/page-table.ts";

const file = join(import.meta.dirname, "../docs/chat.md");
const whileRunning: Readonly<Record<SlashCommand["busy"], string>> = { run: "runs", stop: "stops it", wait: "waits" };

function rowOf({ name, aliases, usage, summary, busy }: SlashCommand): readonly string[] {
  const names = [`/${name}${usage === "" ? "" : ` ${usage}`}`, ...aliases.map((alias) => `/${alias}`)];
  return [names.map((each) => `\`${each.replaceAll("|", "\\|")}\``).join(", "), summary, whileRunning[busy]];
}

test("the page lists the slash commands as they are (vitest -u writes it anew)", async () => {
  const table = pageTable([["Command", "Effect", "During a turn"], ...slashCommands.map(rowOf)]);
  const written = between(readFileSync(file, "utf8"), "commands", table);
  await expect(written).toMatchFileSnapshot(file);
});

test("every command has a heading, a summary and its own row", () => {
  expect(slashCommands.filter(({ group, summary }) => group === undefined || summary === "")).toEqual([]);
});
