import { charsIn } from "../../text/code-points.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

const longestTitle = 100;
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu; // control characters, and those that turn the reading direction

export const titleCommand: SlashCommand = {
  name: "title",
  aliases: [],
  usage: "[text]",
  summary: say.titleSummary,
  busy: "run",
  run: (rest, context) => {
    const title = rest.replaceAll(unseen, "").trim();
    if (rest === "")
      return said(say.titleIs(context.store.sessions.get(context.session.info.sessionId)?.title ?? null));
    if (title === "") return refusal(say.emptyTitle);
    if (charsIn(title) > longestTitle) return refusal(say.longTitle(longestTitle));
    return rename(title, context);
  },
};

async function rename(title: string, { store, session }: SlashContext): Promise<SlashOutcome> {
  const { sessionId } = session.info;
  switch (await store.sessions.rename(sessionId, title)) {
    case "renamed":
      return said(say.titleIs(title));
    case "missing":
      return refusal(say.titleTooEarly);
    case "taken": {
      const found = store.sessions.resolve(title, { exact: true });
      return refusal(say.titleTaken(title, found.kind === "found" ? found.session.id : null));
    }
  }
}
