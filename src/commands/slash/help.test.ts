import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { slashCommands } from "./registry.ts";
import { runSlash } from "./run-slash.ts";
import { said, type SlashCommand } from "./slash-command.ts";

const own: SlashCommand = {
  name: "day",
  aliases: [],
  usage: "",
  summary: "runs date",
  busy: "run",
  run: () => said(""),
};

test("/help lists every command under its heading, those of the person last", async () => {
  const outcome = await runSlash("/help", await slashWorld({ commands: [...slashCommands, own] }));
  const lines = outcome.kind === "said" ? outcome.text.split("\n") : [];
  expect(lines.filter((line) => line.startsWith("  /"))).toHaveLength(slashCommands.length + 1);
  expect(lines[0]).toBe("Sessions");
  expect(lines.slice(-2)).toEqual(["Your own and of plugins", "  /day                       runs date"]);
});

test("/help with a text shows the commands that mention it, or says that none does", async () => {
  const context = await slashWorld();
  const outcome = await runSlash("/help clipboard", context);
  expect(outcome.kind === "said" ? outcome.text : "").toMatch(
    /^Sessions\n {2}\/copy[^\n]*\n\nTurns\n {2}\/paste[^\n]*$/,
  );
  expect(await runSlash("/help zebra", context)).toEqual({ kind: "refused", text: 'no command mentions "zebra"' });
});
