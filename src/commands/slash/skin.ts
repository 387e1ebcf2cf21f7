import { skinPhrases as say } from "../../text/phrases/skins.ts";
import type { SlashCommand } from "./slash-command.ts";

/** Colours belong to the surface; the command only says which. */
export const skinCommand: SlashCommand = {
  name: "skin",
  aliases: [],
  usage: "[name]",
  summary: say.summary,
  busy: "run",
  run: (rest) => ({ kind: "skin", name: rest === "" ? null : rest }),
};
