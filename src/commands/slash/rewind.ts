import { shownText } from "../../domain/message.ts";
import { rewindLine } from "../../session/rewind-answer.ts";
import { rewindPhrases } from "../../text/phrases/rewind.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { agrees, sureWords } from "./confirm.ts";
import { refusal, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

export const undoCommand: SlashCommand = {
  name: "undo",
  aliases: [],
  usage: "[n] [--yes]",
  summary: say.undoSummary,
  busy: "wait",
  run: async (rest, context) => {
    const { words, isSure } = sureWords(rest);
    const turns = words === "" ? 1 : Number(words);
    if (!/^\d{0,4}$/.test(words) || turns < 1) return refusal(say.usage("undo", "[n] [--yes]"));
    const plan = context.session.lastQuestion?.(turns);
    if (plan?.kind === "fewer") return refusal(rewindLine(plan));
    if (!(await agrees(say.confirmUndo(turns), isSure, context))) return refusal(say.kept);
    return undone(turns, context);
  },
};

export const retryCommand: SlashCommand = {
  name: "retry",
  aliases: [],
  usage: "",
  summary: say.retrySummary,
  busy: "wait",
  run: (_, { session }) => {
    const plan = session.lastQuestion?.();
    if (plan === undefined) return refusal(say.cannotUndo);
    if (plan.kind === "fewer") return refusal(plan.isCompressed ? rewindPhrases.compressedBefore(0) : say.noQuestion);
    const { id: again, message } = plan.question;
    return { kind: "ask", input: { content: message.content, again }, shown: shownText(message) };
  },
};

export async function undone(turns: number, { session }: SlashContext): Promise<SlashOutcome> {
  if (session.undo === undefined) return refusal(say.cannotUndo);
  const answer = await session.undo(turns);
  const line = rewindLine(answer);
  return answer.kind === "undone" ? { kind: "undone", text: line, input: answer.text } : refusal(line);
}
