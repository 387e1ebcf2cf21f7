import { plainLine } from "../../commands/plain-text.ts";
import type { TurnResult } from "../../domain/turn.ts";
import { goalPhrases as say } from "../../text/phrases/goal.ts";
import type { Chat, Question } from "./chat.ts";

const longestVerdict = 400;

/** After a turn, when nothing waits: one more for the goal, or null where there is nothing more to do for it. */
export async function pursueGoal(chat: Chat, result: TurnResult | null): Promise<Question | null> {
  const { goal: keeper } = chat.session;
  if (keeper?.goal?.state !== "active" || chat.signal.aborted) return null;
  if (result === null) {
    keeper.pause(say.turnFailed);
    chat.notice("warning", say.paused(say.turnFailed));
    return ended(chat);
  }
  chat.dispatch({ type: "hinted", text: say.judging });
  const step = await keeper.afterTurn(result);
  chat.dispatch({ type: "hinted", text: null });
  if (step.kind === "over") chat.notice("info", plainLine(step.text, longestVerdict));
  if (step.kind !== "again") return ended(chat);
  showGoal(chat);
  return { content: step.question, shown: plainLine(step.text, longestVerdict) };
}

/** The goal's turn for the status bar. */
export function showGoal(chat: Chat): void {
  const goal = chat.session.goal?.goal ?? null;
  chat.dispatch({ type: "pursued", turn: goal?.state === "active" ? goal.turns + 1 : null });
}

function ended(chat: Chat): null {
  showGoal(chat);
  return null;
}
