import { inputPhrases as say } from "../../../text/phrases/input.ts";
import { agentsPhrases as agents } from "../../../text/phrases/agents.ts";
import { plainLine } from "../../../commands/plain-text.ts";
import type { Chat } from "../chat.ts";

const longestName = 60;

/** False: the person would rather wait for what works in the background. */
async function mayEndSessions(chat: Chat): Promise<boolean> {
  const prompts = chat.world.background?.list().map(({ prompt }) => plainLine(prompt, longestName)) ?? [];
  if (prompts.length === 0) return true;
  return (await chat.chooser.choose(agents.stillWork(prompts), [agents.endThem, agents.stay])) === agents.endThem;
}

/** Leaves, after the person has said what becomes of processes in the background. Nobody is asked on a forced exit. */
export async function depart(chat: Chat): Promise<void> {
  if (!(await mayEndSessions(chat))) return;
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
