import { slashPhrases as say } from "../../text/phrases/slash.ts";
import type { SlashContext } from "./slash-command.ts";

const skipsQuestion = /(?:^|\s)(?:--yes|now)\s*$/;

/** What was typed, without the words that make the question needless. */
export function sureWords(rest: string): { readonly words: string; readonly isSure: boolean } {
  return { words: rest.replace(skipsQuestion, "").trim(), isSure: skipsQuestion.test(rest) };
}

/** Whether what cannot be taken back by itself may happen. "Always" means that nobody is asked any more, here or later. */
export async function agrees(question: string, isSure: boolean, context: SlashContext): Promise<boolean> {
  if (isSure || !context.confirms) return true;
  const choice = await context.choose(question, [say.yes, say.no, say.always]);
  if (choice === say.always) await context.neverConfirm();
  return choice === say.yes || choice === say.always;
}
