import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, type SlashCommand } from "./slash-command.ts";

export const imageCommand: SlashCommand = {
  name: "image",
  aliases: [],
  usage: "PATH",
  summary: say.imageSummary,
  busy: "run",
  run: (rest) => (rest === "" ? refusal(say.usage("image", "PATH")) : { kind: "attach", path: unquoted(rest) }),
};

export const pasteCommand: SlashCommand = {
  name: "paste",
  aliases: [],
  usage: "",
  summary: say.pasteSummary,
  busy: "run",
  run: () => ({ kind: "attach", path: null }),
};

function unquoted(path: string): string {
  return /^(["']).*\1$/.test(path) ? path.slice(1, -1) : path;
}
