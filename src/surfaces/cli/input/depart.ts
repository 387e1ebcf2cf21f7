import { inputPhrases as say } from "../../../text/phrases/input.ts";
import { plainLine } from "../../../commands/plain-text.ts";
import type { Chat } from "../chat.ts";

const longestName = 60;

/** Leaves, after the person has said what becomes of processes in the background. Nobody is asked on a forced exit. */
export async function depart(chat: Chat): Promise<void> {
  const commands = chat.shell.background().map((command) => plainLine(command, longestName));
  if (commands.length === 0) return chat.leave(0);
  if (!chat.shell.canKeep()) {
    chat.notice("info", say.processesEnd(commands));
    return chat.leave(0);
  }
  const choices = [say.endProcesses, say.keepProcesses, say.stayHere];
  const chosen = await chat.chooser.choose(say.processesRun(commands), choices);
  if (chosen === say.keepProcesses) chat.shell.keepBackground();
  if (chosen === say.endProcesses || chosen === say.keepProcesses) chat.leave(0);
}
