import { dumpPhrases as say } from "../../text/phrases/dump.ts";
import { slashPhrases } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand } from "./slash-command.ts";

export const debugCommand: SlashCommand = {
  name: "debug",
  aliases: [],
  usage: "[turns]",
  summary: say.debugSummary,
  busy: "run",
  run: async (rest, { session, store, world }) => {
    if (!/^(?:[1-9]\d{0,8})?$/.test(rest)) return refusal(slashPhrases.usage("debug", "[turns]"));
    const { sessionId } = session.info;
    const isStored = store.sessions.get(sessionId) !== null; // a session has no row before its first turn
    const which = isStored ? ["--session", sessionId] : [];
    const { code, text } = await world.command([
      "dump",
      "--bundle",
      ...which,
      ...(rest === "" ? [] : ["--turns", rest]),
    ]);
    return code === 0 ? said(text) : refusal(text);
  },
};
