import { compressionLines, undoLines } from "../../session/compression-answer.ts";
import { compressionPhrases } from "../../text/phrases/compression.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand } from "./slash-command.ts";

const usualExchanges = 2;

export const compressCommand: SlashCommand = {
  name: "compress",
  aliases: [],
  usage: "[topic | here [N] | undo | --preview]",
  summary: say.compressSummary,
  busy: "wait",
  run: async (rest, { session }) => {
    if (session.compress === undefined) return refusal(say.cannotCompress);
    if (rest === "undo" && session.undoCompression !== undefined) {
      const undone = await session.undoCompression();
      return (undone.kind === "undone" ? said : refusal)(undoLines(undone).join("\n"));
    }
    const wish = wishIn(rest);
    if (wish.here === 0) return refusal(compressionPhrases.badExchanges);
    const answer = await session.compress(wish);
    const isWell = answer.kind === "compressed" || answer.kind === "preview";
    return (isWell ? said : refusal)(compressionLines(answer).join("\n"));
  },
};

type Wish = { readonly topic: string | null; readonly here: number | null; readonly preview: boolean };

/** `--preview` goes with the other forms. "here" is a place only alone or before a number: it may begin a topic. */
function wishIn(rest: string): Wish {
  const words = rest.split(/\s+/).filter((word) => word !== "" && word !== "--preview");
  const preview = rest.split(/\s+/).includes("--preview");
  const place = /^here(?: (?<count>-?\d+))?$/.exec(words.join(" "));
  if (place === null) return { topic: words.length === 0 ? null : words.join(" "), here: null, preview };
  const count = Number(place.groups?.["count"] ?? usualExchanges);
  return { topic: null, here: Number.isSafeInteger(count) ? Math.max(0, count) : 0, preview };
}
