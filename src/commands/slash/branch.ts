import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, type SlashCommand } from "./slash-command.ts";
import { titleIn, titleProblem } from "./title.ts";

export const branchCommand: SlashCommand = {
  name: "branch",
  aliases: ["fork"],
  usage: "[title]",
  summary: say.branchSummary,
  busy: "wait",
  run: (rest, { store, session }) => {
    const { sessionId } = session.info;
    const title = rest === "" ? null : titleIn(rest);
    const problem = title === null ? null : titleProblem(title, store);
    if (problem !== null) return refusal(problem);
    if (store.sessions.get(sessionId) === null) return refusal(say.nothingToBranch);
    return { kind: "open", session: { kind: "branch", of: sessionId, title } };
  },
};
