import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand } from "./slash-command.ts";

export const compressCommand: SlashCommand = {
  name: "compress",
  aliases: [],
  usage: "[topic]",
  summary: say.compressSummary,
  busy: "wait",
  run: async (rest, { session }) => {
    if (session.compress === undefined) return refusal(say.cannotCompress);
    const { kind } = await session.compress({ topic: rest === "" ? null : rest });
    return kind === "compressed" ? said(say.compressed) : refusal(say.notCompressed(kind));
  },
};
