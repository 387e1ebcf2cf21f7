import { compressionLines, undoLines } from "../../session/compression-answer.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand } from "./slash-command.ts";

export const compressCommand: SlashCommand = {
  name: "compress",
  aliases: [],
  usage: "[topic | undo]",
  summary: say.compressSummary,
  busy: "wait",
  run: async (rest, { session }) => {
    if (session.compress === undefined) return refusal(say.cannotCompress);
    if (rest === "undo" && session.undoCompression !== undefined) {
      const undone = await session.undoCompression();
      return (undone.kind === "undone" ? said : refusal)(undoLines(undone).join("\n"));
    }
    const answer = await session.compress({ topic: rest === "" ? null : rest });
    return (answer.kind === "compressed" ? said : refusal)(compressionLines(answer).join("\n"));
  },
};
