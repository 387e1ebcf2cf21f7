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
    const lines = commands.map(lineOf).filter((line) => line.toLowerCase().includes(wanted));
    return lines.length === 0 ? refusal(say.noSuchHelp(rest)) : said(lines.join("\n"));
  },
};

const column = 26;

function lineOf({ name, aliases, usage, summary }: SlashCommand): string {
  const names = [name, ...aliases].map((each) => `/${each}`).join(", ");
  return `${`${names} ${usage}`.trimEnd().padEnd(column - 1)}  ${summary}`;
}
