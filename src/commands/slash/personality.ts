import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand } from "./slash-command.ts";

/** Words behind the cached prompt, for this session only: the prefix keeps its bytes. */
export const personalityCommand: SlashCommand = {
  name: "personality",
  aliases: [],
  usage: "name|none",
  summary: say.personalitySummary,
  busy: "wait",
  run: async (rest, { world }) => {
    if (world.setPersonality === undefined) return refusal(say.noPersonalities);
    const names = (await world.personalities?.()) ?? [];
    if (rest === "") return said(say.personalities(names));
    const name = rest.toLowerCase() === "none" ? null : rest;
    const isKnown = await world.setPersonality(name);
    return isKnown ? said(say.personalityIs(name)) : refusal(say.noSuchPersonality(rest, names));
  },
};
