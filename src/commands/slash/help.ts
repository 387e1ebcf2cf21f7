import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand } from "./slash-command.ts";

export const helpCommand: SlashCommand = {
  name: "help",
  aliases: [],
  usage: "[text]",
  summary: say.helpSummary,
  busy: "run",
  run: (rest, { commands }) => {
    const wanted = rest.toLowerCase();
    const fitting = commands.filter((command) => lineOf(command).toLowerCase().includes(wanted));
    return fitting.length === 0 ? refusal(say.noSuchHelp(rest)) : said(grouped(fitting).join("\n"));
  },
};

const column = 26;

function grouped(commands: readonly SlashCommand[]): readonly string[] {
  const groups = Map.groupBy(commands, ({ group }) => group ?? say.groups.own);
  return [...groups].flatMap(([title, members], index) => [
    ...(index === 0 ? [] : [""]),
    title,
    ...members.map((command) => `  ${lineOf(command)}`),
  ]);
}

function lineOf({ name, aliases, usage, summary }: SlashCommand): string {
  const names = [name, ...aliases].map((each) => `/${each}`).join(", ");
  return `${`${names} ${usage}`.trimEnd().padEnd(column - 1)}  ${summary}`;
}
