import { charsIn } from "../../text/code-points.ts";
import type { Store } from "../../store/store.ts";
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
    const title = titleIn(rest);
    if (rest === "")
      return said(say.titleIs(context.store.sessions.get(context.session.info.sessionId)?.title ?? null));
    const problem = formProblem(title);
    return problem === null ? rename(title, context) : refusal(problem);
  },
};

/** What was typed, without what nobody would see. */
export function titleIn(typed: string): string {
  return typed.replaceAll(unseen, "").trim();
}

/** Why another session cannot have this title; null: it can. */
export function titleProblem(title: string, { sessions }: Pick<Store, "sessions">): string | null {
  const owner = sessions.resolve(title, { exact: true });
  const isTaken = owner.kind === "found" && owner.session.title === title;
  return formProblem(title) ?? (isTaken ? say.titleTaken(title, owner.session.id) : null);
}

function formProblem(title: string): string | null {
  if (title === "") return say.emptyTitle;
  return charsIn(title) > longestTitle ? say.longTitle(longestTitle) : null;
}

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
